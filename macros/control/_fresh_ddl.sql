{# The DDL events that the ledger (`this`) does not have yet. incremental: whether it has any. #}
{% macro _fresh_ddl(events, incremental) -%}
    select
        ddl.cdc_stream, ddl.cdc_batch, ddl.cdc_topic, ddl.cdc_partition, ddl.cdc_offset, ddl.cdc_copy, ddl.cdc_landed_at,
        ddl.cdc_event_at, ddl.cdc_position, ddl.cdc_database, ddl.cdc_schema, ddl.cdc_table, ddl.cdc_ddl, ddl.cdc_ddl_meta
    from {{ events }} as ddl
    {% if incremental %}
    left anti join {{ this }} as ledger on ddl.cdc_stream = ledger.cdc_stream and {{ spark_cdc._same_landing_row("ddl", "ledger") }}
    {% endif %}
    where ddl.cdc_class = 'ddl' and ddl.cdc_reads_landing
{%- endmacro %}
