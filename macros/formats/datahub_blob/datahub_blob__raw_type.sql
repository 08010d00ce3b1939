{# The Spark type in which a column's JSON value is read before it is decoded; numbers may come as texts. #}
{% macro datahub_blob__raw_type(stream, column) %}{{ return(spark_cdc._text_raw_type(column)) }}{% endmacro %}
