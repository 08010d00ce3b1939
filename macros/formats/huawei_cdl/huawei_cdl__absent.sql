{#
    True when the raw value is the placeholder of a TOAST value that the update left as it is: version 2.0 is Debezium's
    PostgreSQL connector. Columns that an image lacks are huawei_cdl__images' work. See docs/formats/huawei_cdl.md.
#}
{% macro huawei_cdl__absent(stream, column, raw) %}
    {{ return(spark_cdc._connect_absent(stream.options.unavailable_value, column, raw)) }}
{% endmacro %}
