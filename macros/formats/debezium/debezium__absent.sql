{# True if the raw value is the placeholder of an unchanged TOAST or LOB value; MongoDB has none. See _connect_absent. #}
{% macro debezium__absent(stream, column, raw) %}
    {% if stream.options.envelope == "mongodb" %}{{ return("false") }}{% endif %}
    {{ return(spark_cdc._connect_absent(stream.options.unavailable_value, column, raw)) }}
{% endmacro %}
