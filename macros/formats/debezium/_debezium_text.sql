{# The text of a value in a string column by the message's own schema: see _connect_text. #}
{% macro _debezium_text(stream, own, raw, number) %}{{ return(spark_cdc._connect_text(own, raw, number)) }}{% endmacro %}
