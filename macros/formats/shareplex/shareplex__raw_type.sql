{#
    The Spark type in which a column's JSON value is read before it is decoded: all values are texts. Source: DTS, "Data
    formats of a Kafka cluster", Shareplex JSON.
#}
{% macro shareplex__raw_type(stream, column) %}{{ return(spark_cdc._text_raw_type(column)) }}{% endmacro %}
