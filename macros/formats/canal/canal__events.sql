{#
    Events of Canal JSON (FlatMessage). The order is that of the topic, because `id` numbers batches and may repeat, and `es` has
    only seconds. The type INIT is a row of DTS's full synchronisation. DTS gives every DDL statement the type `DDL`, so
    truncates are found by their text. A QUERY that is not DDL carries the text of a statement whose rows come in other messages.
    A message names no transaction. Key changes of one transaction belong together, and those of a redelivered message do not belong
    to later ones: the GTIDs distinguish them, or else the second of the change.
    Source: DTS "data formats of a Kafka cluster", Canal JSON.
    stream: the checked configuration. rows: relation of landing rows as _fresh_rows() gives them.
#}
{% macro canal__events(stream, rows) %}
    {# Only the number of rows is needed here, so their fields are not read. #}
    {% set fields = "`database` string, `table` string, type string, isDdl string, es string, ts string, gtid string, `sql` string,"
        ~ " data array<struct<cdc_none string>>, old array<struct<cdc_none string>>" %}
    {% set most_rows = 1000000 %}
    {# A missing array carries no images. An existing array has one for each row, also if it is empty. #}
    {% set unpaired = "cdc_op = 'UPDATE' and cdc_has_data and cdc_has_old and cdc_data_rows <> cdc_old_rows" %}
    {% set in_old = ", or for an update in old" if stream.options.dialect == "dts_legacy" else "" %}
    {% set checks = spark_cdc._unreadable(stream) + [
        ["cdc_op is null and cdc_class is null", "unknown_envelope", "'there is no type'"],
        ["cdc_class is null", "unknown_operation", "concat('type is ', left(cdc_op, 100), ', which the format does not name')"],
        ["cdc_class not in ('change', 'truncate')"],
        ["cdc_table is null", "missing_table", "'table is missing'"],
        ["cdc_offset is null", "missing_position", "'the landing row has no offset'"],
        ["cdc_class = 'truncate'"],
        ["cdc_rows = 0 and cdc_statement is not null", "image_contract", "'there are no rows but a statement: is binlog_format ROW?'"],
        ["cdc_rows = 0", "image_contract", "'there is no array of rows in data" ~ in_old ~ "'"],
        [unpaired, "image_contract", "concat('data has ', cdc_data_rows, ' rows and old has ', cdc_old_rows, ', so that they make no pairs')"],
        ["cdc_rows > " ~ most_rows, "oversized", "'the message has more than " ~ most_rows ~ " rows'"],
    ] %}
    with messages as (
        {{ spark_cdc._read_messages(stream, rows, fields) }}
    ),

    named as (
        select
            * except (m),
            upper(m.type) as cdc_op,
            coalesce(lower(m.isDdl) = 'true', false) as cdc_is_ddl,
            {# Only messages marked as DDL are parsed a second time: their data may not be an array. #}
            cdc_is_ddl
                and coalesce(get_json_object(cdc_value, '$.data'), '[]') = '[]'
                and coalesce(get_json_object(cdc_value, '$.old'), '[]') = '[]' as cdc_is_only_ddl,
            nullif(m.database, '') as cdc_database,
            cdc_database as cdc_schema,
            nullif(m.table, '') as cdc_table,
            m.es as cdc_event_millis,
            m.ts as cdc_system_millis,
            coalesce(nullif(m.gtid, ''), concat('es ', m.es)) as cdc_transaction,
            nullif(m.sql, '') as cdc_statement,
            m.data is not null as cdc_has_data,
            m.old is not null as cdc_has_old,
            coalesce(array_size(m.data), 0) as cdc_data_rows,
            coalesce(array_size(m.old), 0) as cdc_old_rows
        from messages
    ),

    classed as (
        select
            *,
            case
                {# Rows count whatever isDdl is, because a message marked as DDL that has rows would lose them. #}
                when cdc_op in ('INSERT', 'INIT', 'UPDATE', 'DELETE') and not cdc_is_only_ddl then 'change'
                when cdc_op = 'TRUNCATE' then 'truncate'
                when cdc_op = 'DDL' and {{ spark_cdc._without_comments_ahead("cdc_statement") }} rlike r'(?i)^truncate\b' then 'truncate'
                when cdc_op = 'MHEARTBEAT' then 'heartbeat'
                when cdc_is_ddl or cdc_op in ('CREATE', 'ALTER', 'ERASE', 'RENAME', 'CINDEX', 'DINDEX', 'DDL') then 'ddl'
                when cdc_op in ('QUERY', 'GTID', 'XACOMMIT', 'XAROLLBACK') then 'noop'
            end as cdc_class,
            case
                when cdc_op in ('INSERT', 'INIT') then cdc_data_rows
                when cdc_op = 'UPDATE' then {{ "cdc_old_rows" if stream.options.dialect == "dts_legacy" else "cdc_data_rows" }}
                when cdc_op = 'DELETE' then if(cdc_data_rows > 0, cdc_data_rows, cdc_old_rows)
            end as cdc_rows
        from {{ spark_cdc._table_from_topic(stream, "named") }}
    ),

    judged as (
        select
            *,
            cast(greatest(cdc_offset, 0) as decimal(38, 0)) as cdc_order_1,
            greatest(cdc_partition, 0) as cdc_order_2,
            case
                when cdc_class = 'truncate' then 'truncate'
                when cdc_class = 'change' then if(cdc_op = 'INIT', 'read', lower(cdc_op))
            end as cdc_operation,
            {{ spark_cdc._timestamp_from_millis("cdc_event_millis") }} as cdc_event_at,
            {{ spark_cdc._timestamp_from_millis("cdc_system_millis") }} as cdc_captured_at,
            case when cdc_class in ('ddl', 'truncate') then cdc_statement end as cdc_ddl,
            {{ spark_cdc._quarantine(checks) }} as cdc_quarantine
        from classed
    )

    {{ spark_cdc._event_rows("judged", without=["cdc_order_3", "cdc_identified", "cdc_ddl_meta"]) }}
{% endmacro %}
