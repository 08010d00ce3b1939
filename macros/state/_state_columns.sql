{#
    The columns that a state with key has beside its contract's, all that the fold of later changes, or a reader, goes by:
    a dict by name of the value that a key has of which nothing but a quarantined change came.
#}
{% macro _state_columns() %}
    {{ return({
        "cdc_position": "''", "cdc_settled_position": "''", "cdc_operation": "cast(null as string)", "cdc_deleted": "true", "cdc_incomplete": "false",
        "cdc_pending_deletes": "0", "cdc_key_change_transaction": "cast(null as string)", "cdc_source_table": "cast(null as string)",
        "cdc_displaced_tables": "cast(array() as array<string>)", "cdc_event_at": "cast(null as timestamp)",
    }) }}
{% endmacro %}
