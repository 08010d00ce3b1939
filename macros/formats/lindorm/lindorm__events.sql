{#
    Events of Lindorm's subscription, Debezium Format V2.0. Messages come in no order, so the position is the time of the
    write (source.ts_ms), then the time at which it got to Kafka (payload.ts_ms), then the offset. That names no change:
    two writes may share their millisecond, and a second delivery has another time at Kafka.
    Full export (`r`) is reserved: such a row may lack either time, and without that of the write it precedes everything else.
    Source: Lindorm, "Data format", field table, and "Data subscription", limits.
    stream: the checked configuration. rows: relation of landing rows as _fresh_rows() gives them.
#}
{% macro lindorm__events(stream, rows) %}
    {% set fields = "payload struct<op string, ts_ms string, source struct<db string, namespace string, `table` string, ts_ms string>>,"
        ~ " op string, data string" %}
    with messages as (
        {{ spark_cdc._read_messages(stream, rows, fields) }}
    ),

    named as (
        select
            * except (m),
            m.op is not null and m.data is not null as cdc_older_format,
            m.payload.op as cdc_op,
            m.payload.source.db as cdc_database,
            m.payload.source.namespace as cdc_schema,
            m.payload.source.`table` as cdc_table,
            m.payload.source.ts_ms as cdc_written_millis,
            m.payload.ts_ms as cdc_sent_millis
        from messages
    ),

    classed as (
        select
            *,
            case
                when cdc_value is null or trim(cdc_value) = 'null' then 'tombstone'
                when cdc_op in ('c', 'u', 'd', 'r') then 'change'
            end as cdc_class,
            {% for name, order in [["cdc_written_millis", "cdc_order_1"], ["cdc_sent_millis", "cdc_order_2"]] %}
            case
                when {{ name }} rlike '^[0-9]{1,19}\\z' then cast({{ name }} as decimal(38, 0))
                when cdc_op = 'r' and coalesce({{ name }}, '') = '' then 0
            end as {{ order }}{{ "," if not loop.last }}
            {% endfor %}
        from {{ spark_cdc._table_from_topic(stream, "named") }}
    )

    select
        *,
        greatest(cdc_offset, 0L) as cdc_order_3,
        case cdc_op when 'c' then 'insert' when 'u' then 'update' when 'd' then 'delete' when 'r' then 'read' end as cdc_operation,
        {{ spark_cdc._timestamp_from_millis("cdc_written_millis") }} as cdc_event_at,
        {{ spark_cdc._timestamp_from_millis("cdc_sent_millis") }} as cdc_captured_at,
        cast(null as string) as cdc_transaction,
        false as cdc_identified,
        cast(null as string) as cdc_ddl,
        cast(null as string) as cdc_ddl_meta,
        case
            when cdc_class = 'tombstone' then null
            when not cdc_read then {{ spark_cdc._unread_reason(stream) }}
            when cdc_op is null then 'unknown_envelope'
            when cdc_class is null then 'unknown_operation'
            when cdc_table is null then 'missing_table'
            when cdc_order_1 is null or cdc_order_2 is null then 'missing_position'
        end as cdc_reason,
        case
            when cdc_class = 'tombstone' then null
            when not cdc_read then {{ spark_cdc._unread_detail(stream) }}
            when cdc_op is null and cdc_older_format
                then 'this is the older format of Lindorm Streams (op and data, no payload); only Debezium Format V2.0 is read'
            when cdc_op is null then 'there is no payload.op'
            when cdc_class is null then concat('payload.op is ', left(cdc_op, 100), '; known are c, u, d, r')
            when cdc_table is null then 'payload.source.table is missing'
            when cdc_order_1 is null then 'payload.source.ts_ms, the time of the write, is missing or no whole number of milliseconds'
            when cdc_order_2 is null then 'payload.ts_ms, the time at Kafka, is missing or no whole number of milliseconds'
        end as cdc_detail
    from classed
{% endmacro %}
