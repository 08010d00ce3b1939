{# The Spark type in which a column's JSON value is read before it is decoded: a number or a text. #}
{% macro _default__raw_type(stream, column) %}{{ return(spark_cdc._text_raw_type(column)) }}{% endmacro %}
