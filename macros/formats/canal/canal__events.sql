{#
    Events of Canal JSON (FlatMessage). The order is that of the topic: `id` numbers batches and comes again, `es` has
    seconds. A type of INIT is a row of DTS's full synchronisation; DTS calls every DDL statement `DDL`, so that its
    truncates are known by their text. A QUERY that is no DDL carries the text of a statement whose rows come by themselves.
    A message names no transaction. Key changes of one transaction belong together, and those of a message that was sent
    again do not belong to later ones: the GTIDs tell, or else the second in which it happened.
    Source: DTS "data formats of a Kafka cluster", Canal JSON.
    stream: the checked configuration. rows: relation of landing rows as _fresh_rows() gives them.
#}
{% macro canal__events(stream, rows) %}
    {# Only the number of rows is wanted here, so no field of theirs is read. #}
    {% set fields = "`database` string, `table` string, type string, isDdl string, es string, ts string, gtid string, `sql` string,"
        ~ " data array<struct<cdc_none string>>, old array<struct<cdc_none string>>" %}
    {% set most_rows = 1000000 %}
    with messages as (
        {{ spark_cdc._read_messages(stream, rows, fields) }}
    ),

    named as (
        select
            * except (m),
            upper(m.type) as cdc_op,
            coalesce(lower(m.isDdl) = 'true', false) as cdc_is_ddl,
            {# Only what is called DDL is read once more: there may be data that is no array. #}
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
                {# Rows count whatever isDdl says: a message that it calls DDL and that has some would lose them. #}
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
            case
                when not cdc_read then {{ spark_cdc._unread_reason(stream) }}
                when cdc_op is null and cdc_class is null then 'unknown_envelope'
                when cdc_class is null then 'unknown_operation'
                when cdc_class not in ('change', 'truncate') then null
                when cdc_table is null then 'missing_table'
                when cdc_offset is null then 'missing_position'
                when cdc_class = 'truncate' then null
                when cdc_rows = 0 then 'image_contract'
                {# An array that is missing tells no images; one that is there has one for each row, also an empty one. #}
                when cdc_op = 'UPDATE' and cdc_has_data and cdc_has_old and cdc_data_rows <> cdc_old_rows then 'image_contract'
                when cdc_rows > {{ most_rows }} then 'oversized'
            end as cdc_reason
        from classed
    )

    select
        *,
        cast(greatest(cdc_offset, 0) as decimal(38, 0)) as cdc_order_1,
        greatest(cdc_partition, 0) as cdc_order_2,
        0L as cdc_order_3,
        case
            when cdc_class = 'truncate' then 'truncate'
            when cdc_class = 'change' then if(cdc_op = 'INIT', 'read', lower(cdc_op))
        end as cdc_operation,
        false as cdc_identified,
        {{ spark_cdc._timestamp_from_millis("cdc_event_millis") }} as cdc_event_at,
        {{ spark_cdc._timestamp_from_millis("cdc_system_millis") }} as cdc_captured_at,
        case when cdc_class in ('ddl', 'truncate') then cdc_statement end as cdc_ddl,
        cast(null as string) as cdc_ddl_meta,
        case
            when not cdc_read then {{ spark_cdc._unread_detail(stream) }}
            when cdc_reason = 'oversized' then 'the message has more than {{ most_rows }} rows'
            when cdc_reason = 'unknown_envelope' then 'there is no type'
            when cdc_reason = 'unknown_operation' then concat('type is ', left(cdc_op, 100), ', which the format does not name')
            when cdc_reason = 'missing_table' then 'table is missing'
            when cdc_reason = 'missing_position' then 'the landing row has no offset'
            when cdc_reason = 'image_contract' then case
                when cdc_rows > 0 then concat('data has ', cdc_data_rows, ' rows and old has ', cdc_old_rows, ', so that they make no pairs')
                when cdc_statement is not null then 'there are no rows but a statement: is binlog_format ROW?'
                else 'there is no array of rows in data{{ ", or for an update in old" if stream.options.dialect == "dts_legacy" }}'
            end
        end as cdc_detail
    from judged
{% endmacro %}
