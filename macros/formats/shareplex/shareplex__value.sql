{# The typed value of a column from its text; NULL if the text does not fit. Times may be in the stream's own patterns. #}
{% macro shareplex__value(stream, column, raw) %}
    {% if column.data_type in ["timestamp", "timestamp_ntz", "date"] %}
        {{ return(spark_cdc._shareplex_time(stream, column.data_type, raw)) }}
    {% endif %}
    {{ return(spark_cdc._default__value(stream, column, raw)) }}
{% endmacro %}
