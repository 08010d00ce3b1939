{# The typed value of a column from its raw reading; NULL when the raw value does not fit. DATE is epoch ms. #}
{% macro datahub_blob__value(stream, column, raw) %}
    {{ return(spark_cdc._datahub_value(stream, column, raw, "milliseconds")) }}
{% endmacro %}
