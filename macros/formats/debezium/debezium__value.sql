{# The typed value of a column from its raw value; NULL if the raw value does not fit. See _connect_value. #}
{% macro debezium__value(stream, column, raw) %}
    {% if stream.options.envelope == "mongodb" %}{{ return(spark_cdc._debezium_document_value(column, raw)) }}{% endif %}
    {{ return(spark_cdc._connect_value(stream.options, column, raw)) }}
{% endmacro %}
