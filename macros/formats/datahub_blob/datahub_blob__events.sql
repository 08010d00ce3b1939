{#
    Events of StreamX JSON. The operations are those of Canal's EventType, with both spellings of UPDATE_BEFOR(E).
    A sequenceId may be a number or a text, of any number of digits; -1 marks a snapshot row and sorts first. The halves
    of an update share it: the before image sorts ahead of the after image.
    Source: DataHub appendix "operations and data formats", BLOB fields.
    stream: the checked configuration. rows: relation of landing rows as _fresh_rows() gives them.
#}
{% macro datahub_blob__events(stream, rows) %}
    {% set fields = "`schema` struct<source struct<dbName string, schemaName string, tableName string>>,"
        ~ " payload struct<op string, sequenceId string, `timestamp` struct<eventTime string, systemTime string>,"
        ~ " ddl struct<text string, ddlMeta string>>" %}
    {% set checks = spark_cdc._unreadable(stream) + [
        ["cdc_op is null", "unknown_envelope", "'there is no payload.op'"],
        ["cdc_class is null", "unknown_operation", "concat('payload.op is ', left(cdc_op, 100), ', which the format does not name')"],
        ["cdc_class not in ('change', 'truncate')"],
        ["cdc_table is null", "missing_table", "'schema.source.tableName is missing'"],
        ["cdc_order_1 is null", "missing_position", "'payload.sequenceId is missing, or not an integer from -1 on'"],
    ] %}
    with messages as (
        {{ spark_cdc._read_messages(stream, rows, fields) }}
    ),

    named as (
        select
            * except (m),
            upper(m.payload.op) as cdc_op,
            {{ spark_cdc._sequence_number("m.payload.sequenceId") }} as cdc_order_1,
            m.schema.source.dbName as cdc_database,
            coalesce(m.schema.source.schemaName, m.schema.source.dbName) as cdc_schema,
            m.schema.source.tableName as cdc_table,
            nullif(m.payload.timestamp.eventTime, '-1') as cdc_event_millis,
            nullif(m.payload.timestamp.systemTime, '-1') as cdc_system_millis,
            m.payload.ddl.text as cdc_ddl,
            m.payload.ddl.ddlMeta as cdc_ddl_meta
        from messages
    ),

    classed as (
        select
            *,
            case
                when cdc_op in ('INSERT', 'UPDATE', 'UPDATE_BEFOR', 'UPDATE_BEFORE', 'UPDATE_AFTER', 'DELETE') then 'change'
                when cdc_op = 'TRUNCATE' then 'truncate'
                when cdc_op = 'MHEARTBEAT' then 'heartbeat'
                when cdc_op in ('TRANSACTION_BEGIN', 'TRANSACTION_END') then 'transaction'
                when cdc_op in ('CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX') then 'ddl'
                when cdc_op in ('QUERY', 'GTID', 'XACOMMIT', 'XAROLLBACK') then 'noop'
            end as cdc_class
        from {{ spark_cdc._table_from_topic(stream, "named") }}
    ),

    judged as (
        select
            *,
            if(cdc_op in ('UPDATE_BEFOR', 'UPDATE_BEFORE'), 0L, 1L) as cdc_order_3,
            case
                when cdc_op = 'INSERT' then 'insert'
                when cdc_op in ('UPDATE', 'UPDATE_AFTER') then 'update'
                when cdc_op in ('UPDATE_BEFOR', 'UPDATE_BEFORE') then 'update_before'
                when cdc_op = 'DELETE' then 'delete'
                when cdc_op = 'TRUNCATE' then 'truncate'
            end as cdc_operation,
            {{ spark_cdc._timestamp_from_millis("cdc_event_millis") }} as cdc_event_at,
            {{ spark_cdc._timestamp_from_millis("cdc_system_millis") }} as cdc_captured_at,
            cdc_order_1 > 0 as cdc_identified,
            {{ spark_cdc._quarantine(checks) }} as cdc_quarantine
        from classed
    )

    {{ spark_cdc._event_rows("judged", without=["cdc_order_2", "cdc_transaction"]) }}
{% endmacro %}
