{# The columns of a routed log that its typed logs are made of: all of an event (_events), but not what the log notes for itself. #}
{% macro _routed_columns() %}
    {{ return([
        "cdc_stream", "cdc_batch", "cdc_topic", "cdc_partition", "cdc_offset", "cdc_copy", "cdc_landed_at", "cdc_class", "cdc_operation",
        "cdc_database", "cdc_schema", "cdc_table", "cdc_position", "cdc_event_at", "cdc_captured_at", "cdc_transaction",
        "cdc_identified", "cdc_reason", "cdc_detail", "cdc_ddl", "cdc_ddl_meta", "cdc_key", "cdc_value", "cdc_headers",
    ]) }}
{% endmacro %}
