{#
    The Spark type in which a column's JSON value is read before it is decoded: numbers, booleans and arrays as they
    are; decimals as variant, which keeps a number's digits and that it is one (_exact_image makes them text); what else
    comes in more than one spelling (times, bytes, durations) as text, and so all of MongoDB's extended JSON.
#}
{% macro debezium__raw_type(stream, column) %}
    {% set type = column.data_type %}
    {% set named = (column.type or "").split("(")[0] %}
    {% if stream.options.envelope == "mongodb" %}{{ return("string") }}{% endif %}
    {% if type.startswith("decimal") or (type == "string" and named.endswith("Decimal")) %}{{ return("variant") }}{% endif %}
    {% if type == "bigint" and named == "io.debezium.time.Interval" %}{{ return("string") }}{% endif %}
    {% if type in ["tinyint", "smallint", "int", "integer", "bigint", "float", "double", "boolean"] or type.startswith("array") or type.startswith("map") or type.startswith("struct") %}
        {{ return(type) }}
    {% endif %}
    {{ return("string") }}
{% endmacro %}
