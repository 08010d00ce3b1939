{#
    The Spark type in which a column's JSON value is read before it is decoded: all values are texts.
    See docs/formats/shareplex.md.
#}
{% macro shareplex__raw_type(stream, column) %}{{ return(spark_cdc._text_raw_type(column)) }}{% endmacro %}
