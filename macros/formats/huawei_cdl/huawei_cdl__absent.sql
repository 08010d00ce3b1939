{#
    True if the raw value is the placeholder of a TOAST value that the update did not change: version 2.0 is Debezium's
    PostgreSQL connector. huawei_cdl__images finds the columns that an image lacks. See docs/formats/huawei_cdl.md.
#}
{% macro huawei_cdl__absent(stream, column, raw) %}
    {{ return(spark_cdc._connect_absent(stream.options.unavailable_value, column, raw)) }}
{% endmacro %}
