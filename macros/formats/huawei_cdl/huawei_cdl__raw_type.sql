{# The Spark type in which a column's JSON value is read before it is decoded: as for every Connect schema. #}
{% macro huawei_cdl__raw_type(stream, column) %}{{ return(spark_cdc._connect_raw_type(column)) }}{% endmacro %}
