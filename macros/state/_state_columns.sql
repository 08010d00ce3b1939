{#
    The columns of a state with key beside its contract's, for the fold of later changes and for readers: a dict from the name to
    the value for a key that has only quarantined changes.
#}
{% macro _state_columns() %}
    {{ return({
        "cdc_position": "''", "cdc_settled_position": "''", "cdc_operation": "cast(null as string)", "cdc_deleted": "true", "cdc_incomplete": "false",
        "cdc_pending_deletes": "0", "cdc_key_change_transaction": "cast(null as string)", "cdc_source_table": "cast(null as string)",
        "cdc_displaced_tables": "cast(array() as array<string>)", "cdc_event_at": "cast(null as timestamp)",
    }) }}
{% endmacro %}
