{#
    Events of SharePlex JSON as DTS writes it: one operation in a message, in any spelling. The order is (scn, seq). seq
    may come from idx ("seq/size"); without either, the offset orders changes with the same scn. Transactions may
    share the scn of their commit, so a checksum of trans distinguishes their changes.
    Source: DTS, "Data formats of a Kafka cluster", Shareplex JSON.
    stream: the checked configuration. rows: relation of landing rows as _fresh_rows() gives them.
#}
{% macro shareplex__events(stream, rows) %}
    {% set fields = "meta struct<time string, op string, scn string, trans string, seq string, size string, `table` string, idx string, posttime string>, data string" %}
    {% set checks = [["cdc_class = 'tombstone'"]] + spark_cdc._unreadable(stream) + [
        ["cdc_op_text is null", "unknown_envelope", "'there is no meta.op'"],
        ["cdc_class is null", "unknown_operation", "concat('meta.op is ', left(cdc_op_text, 100), ', which the format does not name')"],
        ["cdc_class = 'noop'"],
        ["cdc_table is null", "missing_table", "'meta.table is missing'"],
        ["cdc_class = 'ddl'"],
        ["cdc_order_1 is null", "missing_position", "'meta.scn is missing, or no number; without it, order: transport goes by the offset'"],
        ["cdc_order_2 is null", "missing_position", "'meta.seq and meta.size give another place in the transaction than meta.idx'"],
    ] %}
    with messages as (
        {{ spark_cdc._read_messages(stream, rows, fields) }}
    ),

    named as (
        select
            * except (m),
            m.meta.op as cdc_op_text,
            m.meta.trans as cdc_transaction,
            m.meta.time as cdc_time,
            m.meta.posttime as cdc_posttime,
            m.data as cdc_data,
            {{ spark_cdc._shareplex_operation("m.meta.op") }} as cdc_op,
            split(nullif(trim(m.meta.`table`), ''), '[.]') as cdc_names,
            try_element_at(cdc_names, -1) as cdc_table,
            try_element_at(cdc_names, -2) as cdc_schema,
            try_element_at(cdc_names, -3) as cdc_database,
            case when trim(m.meta.scn) rlike '^[0-9]{1,38}\\z' then cast(trim(m.meta.scn) as decimal(38, 0)) end as cdc_scn,
            {{ spark_cdc._shareplex_count("m.meta.seq") }} as cdc_seq,
            {{ spark_cdc._shareplex_count("m.meta.size") }} as cdc_size,
            {{ spark_cdc._shareplex_count("split_part(m.meta.idx, '/', 1)") }} as cdc_idx,
            {{ spark_cdc._shareplex_count("split_part(m.meta.idx, '/', 2)") }} as cdc_idx_size
        from messages
    ),

    classed as (
        select
            * except (cdc_data),
            case
                when cdc_value is null or trim(cdc_value) = 'null' then 'tombstone'
                {% if stream.options.update_before == "ignore" %}
                when cdc_op = 'update_before' then 'noop'
                {% endif %}
                when cdc_op in ('insert', 'update', 'update_before', 'update_after', 'delete') then 'change'
                when cdc_op = 'truncate' then 'truncate'
                when cdc_op = 'drop_column' then 'ddl'
            end as cdc_class,
            {# The statement is not sent, so its text is made of the names in the message. #}
            case when cdc_op = 'drop_column' then trim(concat('DROP COLUMN ', coalesce(array_join(json_object_keys(cdc_data), ', '), ''))) end as cdc_ddl,
            {% if stream.options.order == "transport" %}
            cast(cdc_offset as decimal(38, 0)) as cdc_order_1,
            0 as cdc_order_2
            {% else %}
            cdc_scn as cdc_order_1,
            case
                when cdc_seq <> cdc_idx or cdc_size <> cdc_idx_size then null
                else coalesce(cdc_seq, cdc_idx, cast(greatest(cdc_offset, 0) as decimal(20, 0)))
            end as cdc_order_2
            {% endif %}
        from {{ spark_cdc._table_from_topic(stream, "named") }}
    ),

    judged as (
        select
            *,
            {% if stream.options.order == "transport" %}
            if(cdc_op = 'update_before', 0L, 1L) as cdc_order_3,
            false as cdc_identified,
            {% else %}
            2 * coalesce(crc32(cast(cdc_transaction as binary)), 0L) + if(cdc_op = 'update_before', 0L, 1L) as cdc_order_3,
            cdc_scn is not null and coalesce(cdc_seq, cdc_idx) is not null and cdc_transaction is not null as cdc_identified,
            {% endif %}
            case when cdc_class in ('change', 'truncate') then if(cdc_op = 'update_after', 'update', cdc_op) end as cdc_operation,
            {{ spark_cdc._time_from_text("cdc_time", "timestamp", "UTC") }} as cdc_event_at,
            {{ spark_cdc._time_from_text("cdc_posttime", "timestamp", "UTC") }} as cdc_captured_at,
            {{ spark_cdc._quarantine(checks) }} as cdc_quarantine
        from classed
    )

    {{ spark_cdc._event_rows("judged", without=["cdc_ddl_meta"]) }}
{% endmacro %}
