{#
    The typed value of a column from its text; NULL when the text does not fit. The message tells no types: the contract
    does. Bytes (RAW) are hex. See docs/formats/shareplex.md.
#}
{% macro shareplex__value(stream, column, raw) %}
    {% if column.data_type == "binary" %}
        {{ return("case when length(" ~ raw ~ ") % 2 = 0 then try_to_binary(" ~ raw ~ ", 'hex') end") }}
    {% elif column.data_type in ["timestamp", "timestamp_ntz", "date"] %}
        {{ return(spark_cdc._shareplex_time(stream, column.data_type, raw)) }}
    {% endif %}
    {{ return(spark_cdc._text_value(column, raw)) }}
{% endmacro %}
