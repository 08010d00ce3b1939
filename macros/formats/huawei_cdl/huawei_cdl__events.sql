{#
    Events of Huawei CDL: CDL JSON (message_version 1.0) and its Debezium variant (2.0), distinguished by each message. The
    database is not part of the table's name, because version 1.0 does not have it and a topic may hold both. A row of
    the table cdc_cdl.cdc_heartbeat is a heartbeat; HEARTBEAT_IDENTIFIER is not used, because ordinary rows have it, too.
    In version 2.0 a row of a snapshot (op r, or c with source.snapshot) may lack its position; it precedes everything streamed.
    Source: Huawei MRS, "CDL JSON and open-source Debezium JSON".
    stream: the checked configuration. rows: relation of landing rows as _fresh_rows() gives them.
#}
{% macro huawei_cdl__events(stream, rows) %}
    {% set fields = "payload struct<message_version string, OPERATION string, op string, SEG_OWNER string, TABLE_NAME string,"
        ~ " `TIMESTAMP` string, ts_ms string, transaction struct<properties string>, source string>" %}
    {% set names = stream.options.position_properties %}
    {% set names = [names] if names is string else names %}
    {% set known = "if(cdc_version = 1, '; known are INSERT, UPDATE, DELETE', '; known are c, r, u, d, t, m')" %}
    {% set missing_op = "coalesce(case cdc_version when 1 then 'payload.OPERATION' when 2 then 'payload.op' end, 'payload with OPERATION or op')" %}
    {% set checks = [["cdc_class = 'tombstone'"]] + spark_cdc._unreadable(stream) + [
        ["cdc_class = 'heartbeat'"],
        [
            "cdc_version is null and coalesce(trim(cdc_message_version), '') <> ''", "unknown_envelope",
            "concat('payload.message_version is ', left(cdc_message_version, 100), '; known are 1.0 and 2.0')",
        ],
        ["cdc_version is null or cdc_op is null", "unknown_envelope", "concat('there is no ', " ~ missing_op ~ ")"],
        [
            "cdc_class is null", "unknown_operation",
            "concat(if(cdc_version = 1, 'OPERATION is ', 'op is '), left(cdc_op, 100), " ~ known ~ ")",
        ],
        ["cdc_class not in ('change', 'truncate')"],
        ["cdc_table is null", "missing_table", "if(cdc_version = 1, 'payload.TABLE_NAME is missing', 'source.table is missing')"],
        [
            "cdc_order_1 is null", "missing_position",
            "concat(if(cdc_version = 1, 'transaction.properties', 'source'), ' has no position that is a number; looked for: ', "
            ~ spark_cdc._string_literal(names | join(", ")) ~ ")",
        ],
    ] %}
    with messages as (
        {{ spark_cdc._read_messages(stream, rows, fields) }}
    ),

    versioned as (
        select
            * except (m),
            {{ spark_cdc._huawei_cdl_version("m.payload") }} as cdc_version,
            m.payload as p,
            from_json(m.payload.source, 'map<string, string>') as s
        from messages
    ),

    named as (
        select
            * except (p, s),
            p.message_version as cdc_message_version,
            cast(null as string) as cdc_database,
            if(cdc_version = 1, upper(trim(p.OPERATION)), p.op) as cdc_op,
            if(
                cdc_version = 1, nullif(p.SEG_OWNER, ''),
                coalesce(nullif(try_element_at(s, 'schema'), ''), nullif(try_element_at(s, 'db'), ''))
            ) as cdc_schema,
            nullif(if(cdc_version = 1, p.TABLE_NAME, try_element_at(s, 'table')), '') as cdc_table,
            if(cdc_version = 1, p.`TIMESTAMP`, try_element_at(s, 'ts_ms')) as cdc_event_millis,
            if(cdc_version = 2, p.ts_ms, null) as cdc_captured_millis,
            coalesce(
                cdc_version = 2 and (p.op = 'r' or p.op = 'c' and lower(try_element_at(s, 'snapshot')) not in ('', 'false')), false
            ) as cdc_is_snapshot,
            if(cdc_version = 1, {{ spark_cdc._huawei_cdl_property("p.transaction.properties", "txId") }}, try_element_at(s, 'txId')) as cdc_transaction,
            coalesce(
                {% for name in names %}
                if(cdc_version = 1, {{ spark_cdc._huawei_cdl_property("p.transaction.properties", name) }}, try_element_at(s, {{ spark_cdc._string_literal(name) }})),
                {% endfor %}
                cast(null as string)
            ) as cdc_source_order
        from versioned
    ),

    classed as (
        select
            *,
            case
                when cdc_value is null or trim(cdc_value) = 'null' then 'tombstone'
                when lower(cdc_schema) = 'cdc_cdl' and lower(cdc_table) = 'cdc_heartbeat' then 'heartbeat'
                when cdc_version = 1 and cdc_op in ('INSERT', 'UPDATE', 'DELETE') then 'change'
                when cdc_version = 2 and cdc_op in ('c', 'r', 'u', 'd') then 'change'
                when cdc_version = 2 and cdc_op = 't' then 'truncate'
                when cdc_version = 2 and cdc_op = 'm' then 'noop'
            end as cdc_class,
            {% if stream.options.order == "transport" %}
            cast(cdc_offset as decimal(38, 0)) as cdc_order_1
            {% else %}
            case
                when cdc_is_snapshot and coalesce(cdc_source_order, '') = '' then 0
                when cdc_source_order rlike '^-?[0-9]{1,38}\\z' then greatest(cast(cdc_source_order as decimal(38, 0)), 0)
            end as cdc_order_1
            {% endif %}
        from {{ spark_cdc._table_from_topic(stream, "named") }}
    ),

    judged as (
        select
            *,
            case
                when cdc_class not in ('change', 'truncate') then null
                when cdc_op in ('INSERT', 'c') then 'insert'
                when cdc_op = 'r' then 'read'
                when cdc_op in ('UPDATE', 'u') then 'update'
                when cdc_op in ('DELETE', 'd') then 'delete'
                when cdc_op = 't' then 'truncate'
            end as cdc_operation,
            {{ spark_cdc._timestamp_from_millis("cdc_event_millis") }} as cdc_event_at,
            {{ spark_cdc._timestamp_from_millis("cdc_captured_millis") }} as cdc_captured_at,
            {{ spark_cdc._quarantine(checks) }} as cdc_quarantine
        from classed
    )

    {# A change may not have a position of its own, because rows of one statement may share it. #}
    {{ spark_cdc._event_rows("judged", without=["cdc_order_2", "cdc_order_3", "cdc_identified", "cdc_ddl", "cdc_ddl_meta"]) }}
{% endmacro %}
