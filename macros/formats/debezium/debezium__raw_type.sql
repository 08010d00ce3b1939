{# The Spark type in which a column's JSON value is read before it is decoded; MongoDB's extended JSON as text. #}
{% macro debezium__raw_type(stream, column) %}
    {% if stream.options.envelope == "mongodb" %}{{ return("string") }}{% endif %}
    {{ return(spark_cdc._connect_raw_type(column)) }}
{% endmacro %}
