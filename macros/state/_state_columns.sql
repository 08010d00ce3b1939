{# The columns that a state with key has beside its contract's: all that the fold of later changes, or a reader, goes by. #}
{% macro _state_columns() %}
    {{ return([
        "cdc_position", "cdc_settled_position", "cdc_operation", "cdc_deleted", "cdc_incomplete", "cdc_debt",
        "cdc_key_change_transaction", "cdc_source_table", "cdc_displaced_tables", "cdc_event_at",
    ]) }}
{% endmacro %}
