{#
    The Spark type in which a Connect value is read from JSON before it is decoded: numbers and arrays as they are; decimals as variant, which keeps a number's digits and that it is one (_connect_image makes them text); what else
    comes in more than one spelling (booleans, times, bytes, durations) as text.
#}
{% macro _connect_raw_type(column) %}
    {% set type = column.data_type %}
    {% set named = (column.type or "").split("(")[0] %}
    {% if type.startswith("decimal") or (type == "string" and named.endswith("Decimal")) %}{{ return("variant") }}{% endif %}
    {# Read as floats, numbers beyond their range would be infinite. #}
    {% if type == "float" %}{{ return("double") }}{% endif %}
    {# Spark's reader takes 128 to 255 for bytes too, and makes them negative. #}
    {% if type == "tinyint" %}{{ return("smallint") }}{% endif %}
    {% if type == "bigint" and named == "io.debezium.time.Interval" %}{{ return("string") }}{% endif %}
    {% if type in ["smallint", "int", "bigint", "double"] or type.startswith("array") or type.startswith("struct") %}
        {{ return(type) }}
    {% endif %}
    {{ return("string") }}
{% endmacro %}
