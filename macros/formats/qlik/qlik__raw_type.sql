{# The Spark type in which a column's JSON value is read: numbers come as numbers or texts, decimals keep their digits. #}
{% macro qlik__raw_type(stream, column) %}{{ return(spark_cdc._text_raw_type(column)) }}{% endmacro %}
