{#
    A column's typed value from its text: the exact text where the row has one (_exact_struct), else the raw one. In a string
    column, the exact text is the value.
    raw, text: SQL of the two; texts: the map of exact texts, or none where rows of this column have none.
#}
{% macro _exact_value(stream, column, raw, text, texts) %}
    {% set value = spark_cdc._format(stream.format, "value") %}
    {% set of_raw = value(stream, column, raw) %}
    {% if not texts %}{{ return(of_raw) }}{% endif %}
    {% if column.data_type != "string" or spark_cdc._is_decimal(column) %}{{ return(value(stream, column, text)) }}{% endif %}
    {% if of_raw == raw %}{{ return(text) }}{% endif %}
    {{ return("if(map_contains_key(" ~ texts ~ ", " ~ spark_cdc._string_literal(column.source) ~ "), " ~ text ~ ", " ~ of_raw ~ ")") }}
{% endmacro %}
