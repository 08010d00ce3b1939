{#
    The Spark type in which a column is read: Canal writes every value as a text. Decimals are read as variant, because
    other writers of the format send numbers, and text would round those.
#}
{% macro canal__raw_type(stream, column) %}
    {% set type = column.data_type %}
    {% if type.startswith("array") or type.startswith("struct") %}
        {{ spark_cdc._error(
            "source " ~ stream.name ~ ", column " ~ column.name ~ ", data_type", type, ["string, which keeps the JSON text", "any type without parts"],
            "docs/formats/canal.md"
        ) }}
    {% endif %}
    {{ return("variant" if type.startswith("decimal") else "string") }}
{% endmacro %}
