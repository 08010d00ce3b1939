{# The Spark type in which a column is read before it is decoded; as in BLOB messages. #}
{% macro datahub_tuple__raw_type(stream, column) %}{{ return(spark_cdc._text_raw_type(column)) }}{% endmacro %}
