{# The settings that a stream may have in config.meta.cdc: docs/reference/settings.md. #}
{% macro _stream_settings() %}
    {{ return(["format", "options", "landing", "landing_tables", "table_from_topic", "null_messages", "lateness", "max_bytes", "quarantine_limit", "offsets", "transactions", "heartbeat_every"]) }}
{% endmacro %}
