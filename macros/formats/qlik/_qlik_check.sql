{# Rejects impossible Qlik streams: metadata must be kept in a routed log, and Avro cannot be read without it. #}
{% macro _qlik_check(stream) %}
    {% if stream.options.encoding == "avro" and stream.options.metadata == "ignored" %}
        {{ spark_cdc._error("qlik_metadata", source=stream.name, given=stream.options.metadata) }}
    {% elif stream.metadata_logs is none %}
        {{ spark_cdc._error("qlik_routed", source=stream.name) }}
    {% endif %}
{% endmacro %}
