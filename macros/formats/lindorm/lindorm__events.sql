{#
    Events of Lindorm's subscription, Debezium Format V2.0. Messages arrive in any order, so the position is the time of the
    write (source.ts_ms), then the time at which it reached Kafka (payload.ts_ms), then the offset. It does not identify a change:
    two writes may share their millisecond, and a second delivery has another time at Kafka.
    Full export (`r`) is reserved. Such a row may lack either time; without the time of the write it precedes everything else.
    Source: Lindorm, "Data format", field table, and "Data subscription", limits.
    stream: the checked configuration. rows: relation of landing rows as _fresh_rows() gives them.
#}
{% macro lindorm__events(stream, rows) %}
    {% set fields = "payload struct<op string, ts_ms string, source struct<db string, namespace string, `table` string, ts_ms string>>,"
        ~ " op string, data string" %}
    {% set checks = [["cdc_class = 'tombstone'"]] + spark_cdc._unreadable(stream) + [
        [
            "cdc_op is null and cdc_older_format", "unknown_envelope",
            "'this is the older format of Lindorm Streams (op and data, no payload); only Debezium Format V2.0 is read'",
        ],
        ["cdc_op is null", "unknown_envelope", "'there is no payload.op'"],
        ["cdc_class is null", "unknown_operation", "concat('payload.op is ', left(cdc_op, 100), '; known are c, u, d, r')"],
        ["cdc_table is null", "missing_table", "'payload.source.table is missing'"],
        [
            "cdc_order_1 is null", "missing_position",
            "'payload.source.ts_ms, the time of the write, is missing or no whole number of milliseconds'",
        ],
        [
            "cdc_order_2 is null", "missing_position",
            "'payload.ts_ms, the time at Kafka, is missing or no whole number of milliseconds'",
        ],
    ] %}
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
    ),

    judged as (
        select
            *,
            greatest(cdc_offset, 0L) as cdc_order_3,
            case cdc_op when 'c' then 'insert' when 'u' then 'update' when 'd' then 'delete' when 'r' then 'read' end as cdc_operation,
            {{ spark_cdc._timestamp_from_millis("cdc_written_millis") }} as cdc_event_at,
            {{ spark_cdc._timestamp_from_millis("cdc_sent_millis") }} as cdc_captured_at,
            {{ spark_cdc._quarantine(checks) }} as cdc_quarantine
        from classed
    )

    {{ spark_cdc._event_rows("judged", without=["cdc_identified", "cdc_transaction", "cdc_ddl", "cdc_ddl_meta"]) }}
{% endmacro %}
