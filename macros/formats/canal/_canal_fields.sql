{#
    Columns as the fields of a from_json schema: Canal writes every value as a text. Decimals are read as variant, because
    other writers of the format send numbers, text would round those, and a row of a long message has no message to look at.
#}
{% macro _canal_fields(columns) %}
    {% set fields = [] %}
    {% for column in columns %}
        {% do fields.append("`" ~ column.source ~ "` " ~ ("variant" if column.data_type.startswith("decimal") else "string")) %}
    {% endfor %}
    {{ return(fields | join(", ")) }}
{% endmacro %}
