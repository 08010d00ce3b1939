{# The columns of a routed log that its typed logs read: all of an event (_events), without the log's own notes. #}
{% macro _routed_columns() %}
    {{ return([
        "cdc_stream", "cdc_batch", "cdc_topic", "cdc_partition", "cdc_offset", "cdc_copy", "cdc_landed_at", "cdc_class", "cdc_operation",
        "cdc_database", "cdc_schema", "cdc_table", "cdc_position", "cdc_event_at", "cdc_captured_at", "cdc_transaction",
        "cdc_identified", "cdc_reason", "cdc_detail", "cdc_ddl", "cdc_ddl_meta", "cdc_key", "cdc_value", "cdc_headers",
    ]) }}
{% endmacro %}
