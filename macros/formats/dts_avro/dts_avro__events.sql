{#
    Events of DTS records. The offset is the order, because the topic has one partition, the record's id is not unique
    and its time has whole seconds. DDL arrives as text, including TRUNCATE. A value of at most 48 bytes that is no record is
    filler, which the source writes to advance the offset. PolarDB-X has the logical names in its tags.
    Source: DTS, "Data formats of a Kafka cluster", DTS Avro.
    stream: the checked configuration. rows: relation of landing rows as _fresh_rows() gives them.
#}
{% macro dts_avro__events(stream, rows) %}
    {% set fields = "sourceTimestamp bigint, sourceTxid string, operation string, objectName string,"
        ~ " afterText string, source struct<sourceType string>, tags struct<l_db_name string, l_tb_name string, readerThroughoutTime string>" %}
    {% set checks = [
        ["cdc_filler"],
        ["cdc_oversized", "oversized", "'the record is longer than max_bytes, " ~ stream.max_bytes ~ "'"],
        ["cdc_op is null and cdc_undecoded is null", "malformed", "'the value is a text that is neither base64 nor a decoded record'"],
        ["cdc_op is null", "undecodable_binary", "cdc_undecoded"],
        ["size(cdc_truncated) = 0", "unknown_operation", "'a TRUNCATE that is not of one whole table'"],
        ["cdc_class is null", "unknown_operation", "concat('the operation is ', left(cdc_op, 100))"],
        ["cdc_class not in ('change', 'truncate')"],
        ["cdc_table is null", "missing_table", "'objectName names no table'"],
        ["cdc_offset is null or cdc_offset < 0", "missing_position", "'the landing row has no offset'"],
    ] %}
    {% set max_length = spark_cdc._dts_avro_max_length(stream) %}
    with decoded as (
        select *, {{ spark_cdc._dts_avro_record(stream, "cdc_value") }} as cdc_record
        from {{ rows }}
    ),

    messages as (
        select
            * except (cdc_record, cdc_value),
            coalesce(cdc_record.value, cdc_value) as cdc_value,
            cdc_record.reason as cdc_undecoded,
            length(cdc_value) > {{ max_length }} and not startswith(cdc_value, '{') as cdc_oversized,
            {# 48 bytes have 64 digits of base64 #}
            cdc_value is null
                or length(cdc_value) <= 64 and cdc_record.value is null and try_to_binary(cdc_value, 'base64') is not null as cdc_filler
        from decoded
    ),

    parsed as (
        select * from {{ spark_cdc._with_json("messages", fields, "case when startswith(cdc_value, '{') then cdc_value end", "j") }}
    ),

    named as (
        select
            * except (j),
            j.m.operation as cdc_op,
            split(nullif(j.m.objectName, ''), '[.]') as cdc_names,
            j.m.source.sourceType in ('MySQL', 'DRDS') as cdc_schemaless,
            nullif(j.m.tags.l_db_name, '') as cdc_logical_database,
            nullif(j.m.tags.l_tb_name, '') as cdc_logical_table,
            case when j.m.operation in ('DDL', 'COMMAND') then j.m.afterText end as cdc_ddl,
            case
                when j.m.sourceTimestamp between -62135596800 and 253402300799 then timestamp_seconds(j.m.sourceTimestamp)
            end as cdc_event_at,
            {{ spark_cdc._timestamp_from_millis("j.m.tags.readerThroughoutTime") }} as cdc_captured_at,
            nullif(j.m.sourceTxid, '') as cdc_transaction
        from parsed
    ),

    {# The names in the statement count if the object name ends with the database, which is also the schema in MySQL. #}
    truncated as (
        select
            *,
            case when cdc_op = 'DDL' then {{ spark_cdc._dts_avro_truncated("cdc_ddl") }} end as cdc_truncated
        from named
    ),

    placed as (
        select
            *,
            case when coalesce(size(cdc_names), 0) < 2 and size(cdc_truncated) > 1 then element_at(cdc_truncated, -2) end as cdc_qualifier
        from truncated
    ),

    classed as (
        select
            *,
            coalesce(
                cdc_logical_database,
                case when cdc_schemaless then cdc_qualifier end,
                {{ spark_cdc._dts_avro_name("get(cdc_names, 0)") }}
            ) as cdc_database,
            coalesce(
                cdc_logical_database,
                case when size(cdc_names) > 2 then {{ spark_cdc._dts_avro_name("get(cdc_names, 1)") }} end,
                cdc_qualifier,
                {{ spark_cdc._dts_avro_name("get(cdc_names, 0)") }}
            ) as cdc_schema,
            coalesce(
                cdc_logical_table,
                case when size(cdc_names) > 1 then {{ spark_cdc._dts_avro_name("element_at(cdc_names, -1)") }} end,
                case when size(cdc_truncated) > 0 then element_at(cdc_truncated, -1) end
            ) as cdc_table,
            case
                when cdc_filler then 'noop'
                when cdc_op in ('INSERT', 'UPDATE', 'DELETE', 'INIT') then 'change'
                when cdc_truncated is not null then 'truncate'
                when cdc_op in ('DDL', 'COMMAND') then 'ddl'
                when cdc_op in ('BEGIN', 'COMMIT', 'ROLLBACK', 'ABORT') then 'transaction'
                when cdc_op = 'HEARTBEAT' then 'heartbeat'
                when cdc_op in ('CHECKPOINT', 'FILL', 'FINISH', 'CONTROL', 'RDB', 'NOOP') then 'noop'
            end as cdc_class
        from placed
    ),

    judged as (
        select
            *,
            case cdc_op
                when 'INSERT' then 'insert'
                when 'INIT' then 'read'
                when 'UPDATE' then 'update'
                when 'DELETE' then 'delete'
                when 'DDL' then if(cdc_class = 'truncate', 'truncate', null)
            end as cdc_operation,
            cdc_offset as cdc_order_1,
            {{ spark_cdc._quarantine(checks) }} as cdc_quarantine
        from {{ spark_cdc._table_from_topic(stream, "classed") }}
    )

    {{ spark_cdc._event_rows("judged", without=["cdc_order_2", "cdc_order_3", "cdc_identified", "cdc_ddl_meta"]) }}
{% endmacro %}
