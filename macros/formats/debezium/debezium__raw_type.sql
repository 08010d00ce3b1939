{#
    The Spark type in which a column's JSON value is read before it is decoded: numbers, booleans and arrays as they
    are, all that comes in more than one spelling (decimals, times, bytes) as text, which keeps it exact.
#}
{% macro debezium__raw_type(stream, column) %}
    {% set type = column.data_type %}
    {% if type in ["tinyint", "smallint", "int", "integer", "bigint", "float", "double", "boolean"] or type.startswith("array") or type.startswith("map") or type.startswith("struct") %}
        {{ return(type) }}
    {% elif type.startswith("decimal") and stream.options.json_decimal_format == "numeric" %}
        {{ return(type) }}
    {% endif %}
    {{ return("string") }}
{% endmacro %}
