{#
    The columns that the events of every format have: name → [Spark type, value if a format has nothing for it].
    The columns up to cdc_waits come from the landing rows (_events). See docs/adding_a_format.md, Events.
#}
{% macro _event_columns() %}
    {{ return({
        "cdc_topic": ["string"], "cdc_partition": ["int"], "cdc_offset": ["bigint"], "cdc_copy": ["int"], "cdc_landed_at": ["timestamp"],
        "cdc_key": ["string"], "cdc_value": ["string"], "cdc_headers": ["string"], "cdc_waits": ["boolean"],
        "cdc_class": ["string"], "cdc_operation": ["string"],
        "cdc_database": ["string", "null"], "cdc_schema": ["string", "null"], "cdc_table": ["string", "null"],
        "cdc_order_1": ["decimal(38, 0)", "0"], "cdc_order_2": ["decimal(20, 0)", "0"], "cdc_order_3": ["decimal(20, 0)", "0"],
        "cdc_identified": ["boolean", "false"],
        "cdc_event_at": ["timestamp", "null"], "cdc_captured_at": ["timestamp", "null"], "cdc_transaction": ["string", "null"],
        "cdc_ddl": ["string", "null"], "cdc_ddl_meta": ["string", "null"],
    }) }}
{% endmacro %}
