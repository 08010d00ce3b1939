{#
    A column's typed value from its raw text, or from its exact text where the row has one (`texts`, see _exact_texts; none:
    rows of this column have none). A string column's exact text is its value.
#}
{% macro _exact_value(stream, column, raw, texts) %}
    {% set value = spark_cdc._format(stream.format, "value") %}
    {% if not texts %}{{ return(value(stream, column, raw)) }}{% endif %}
    {% set name = spark_cdc._string_literal(column.source) %}
    {% set exact = "if(map_contains_key(" ~ texts ~ ", " ~ name ~ "), " ~ texts ~ "[" ~ name ~ "], " %}
    {% if column.data_type == "string" and not spark_cdc._is_decimal(column) %}
        {{ return(exact ~ value(stream, column, raw) ~ ")") }}
    {% endif %}
    {{ return(value(stream, column, exact ~ raw ~ ")")) }}
{% endmacro %}
