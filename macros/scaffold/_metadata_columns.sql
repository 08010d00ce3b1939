{#
    The columns that the package adds to the models of a layer, with their types (none where it depends on the contract), in the
    order of docs/reference/metadata_columns.md: {layer: {name: type}}. `bag` is the state of a table without a key, `events` the view
    cdc_events. A changes log over landing also has cdc_read. Each has a description in models/columns.md, by its name.
#}
{% macro _metadata_columns() %}
    {{ return({
        "routed": {
            "cdc_stream": "string", "cdc_batch": "bigint", "cdc_topic": "string", "cdc_partition": "int", "cdc_offset": "bigint",
            "cdc_copy": "int", "cdc_landed_at": "timestamp", "cdc_class": "string", "cdc_operation": "string", "cdc_database": "string",
            "cdc_schema": "string", "cdc_table": "string", "cdc_position": "string", "cdc_event_at": "timestamp",
            "cdc_captured_at": "timestamp", "cdc_transaction": "string", "cdc_reason": "string", "cdc_detail": "string",
            "cdc_ddl": "string", "cdc_ddl_meta": "string", "cdc_identified": "boolean", "cdc_key": "string", "cdc_value": "string",
            "cdc_headers": "string", "cdc_read": "string",
        },
        "changes": {
            "cdc_stream": "string", "cdc_batch": "bigint", "cdc_topic": "string", "cdc_partition": "int", "cdc_offset": "bigint",
            "cdc_copy": "int", "cdc_landed_at": "timestamp", "cdc_class": "string", "cdc_operation": "string", "cdc_database": "string",
            "cdc_schema": "string", "cdc_table": "string", "cdc_position": "string", "cdc_event_at": "timestamp",
            "cdc_captured_at": "timestamp", "cdc_transaction": "string", "cdc_reason": "string", "cdc_detail": "string",
            "cdc_ddl": "string", "cdc_ddl_meta": "string", "cdc_identified": "boolean", "cdc_key": "string", "cdc_value": "string",
            "cdc_headers": "string", "cdc_image": "string", "cdc_absent": "array<string>", "cdc_key_change": "boolean",
            "cdc_old_key": none, "cdc_carries": "boolean",
        },
        "state": {
            "cdc_operation": "string", "cdc_position": "string", "cdc_event_at": "timestamp", "cdc_settled_position": "string",
            "cdc_deleted": "boolean", "cdc_incomplete": "boolean", "cdc_pending_deletes": "int", "cdc_key_change_transaction": "string",
            "cdc_source_table": "string", "cdc_displaced_tables": "array<string>", "cdc_stale": "string",
        },
        "bag": {"cdc_batch": "bigint", "cdc_position": "string", "cdc_count": "bigint"},
        "events": {
            "cdc_log": "string", "cdc_layer": "string", "cdc_reads_landing": "boolean", "cdc_stream": "string",
            "cdc_batch": "bigint", "cdc_topic": "string", "cdc_partition": "int", "cdc_offset": "bigint", "cdc_copy": "int",
            "cdc_landed_at": "timestamp", "cdc_class": "string", "cdc_operation": "string", "cdc_database": "string",
            "cdc_schema": "string", "cdc_table": "string", "cdc_position": "string", "cdc_event_at": "timestamp",
            "cdc_captured_at": "timestamp", "cdc_transaction": "string", "cdc_reason": "string", "cdc_detail": "string",
            "cdc_ddl": "string", "cdc_ddl_meta": "string", "cdc_key": "string", "cdc_value": "string", "cdc_headers": "string",
        },
    }) }}
{% endmacro %}
