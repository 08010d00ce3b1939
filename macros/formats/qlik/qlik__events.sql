{#
    Events of Qlik Replicate messages: JSON in the envelope or bare, and Avro in the envelope. A metadata message is a
    DDL event. A data message that names its schema is read with the metadata message of that schema, from the given rows or
    the stream's logs. Without it, the message is quarantined as unknown_schema and
    reprocessed with later batches (_waiting_rows). Its table comes from the schema's lineage, its own fields, or the
    topic. An Avro message becomes the JSON that Replicate would have written; bytes that cannot be decoded, or not
    yet, are kept as {"base64": ...}. In cdc_ddl_meta a change carries its table's columns as _qlik_schemas has them.
    Source: Qlik Replicate, "Metadata and data messages" and "The Replicate envelope".
    stream: the checked configuration. rows: relation of landing rows as _fresh_rows() gives them.
#}
{% macro qlik__events(stream, rows) %}
    {% set avro = stream.options.encoding == "avro" %}
    {% set metadata = stream.options.metadata == "required" %}
    {% set schema_columns = ["schema_key", "table_schema", "table_name", "data_schema", "columns"] %}
    {% do spark_cdc._qlik_check(stream) %}
    {% set bytes = "cast(cdc_value as binary)" %}
    {% set bad_position = "not coalesce(cdc_sequence rlike '^[0-9]{1,38}\\\\z' or cdc_sequence is null and cdc_op = 'REFRESH', false)"
        ~ " or not coalesce(b.headers.transactionEventCounter rlike '^[0-9]{1,19}\\\\z', true)" %}
    {% set bad_digits = "cdc_change_mask is not null and cdc_change_bits is null or cdc_column_mask is not null and cdc_column_bits is null" %}
    {% set highest_bit = "greatest(" ~ spark_cdc._qlik_highest_bit("cdc_change_bits") ~ ", " ~ spark_cdc._qlik_highest_bit("cdc_column_bits") ~ ")" %}
    {% set has_bit = spark_cdc._qlik_has_bit("cdc_column_bits", "c.ordinal") ~ " or " ~ spark_cdc._qlik_has_bit("cdc_change_bits", "c.ordinal") %}
    {% set named = "transform(filter(cdc_ordinals, c -> " ~ has_bit ~ "), c -> c.name)" %}
    {% set mask = "concat('changeMask ', left(coalesce(cdc_change_mask, 'null'), 100), ' or columnMask ', left(coalesce(cdc_column_mask, 'null'), 100),"
        ~ " ' is not hexadecimal, or names a column that the message does not have; is mask_byte_order right?')" %}
    {% set checks = [
        [
            "octet_length(coalesce(cdc_datum, cast(cdc_value as binary))) > " ~ stream.max_bytes, "oversized",
            "'the message is longer than max_bytes, " ~ stream.max_bytes ~ "'",
        ],
        [
            "cdc_datum is not null and cdc_undecoded is not null", "undecodable_binary",
            "concat('the message is binary and cannot be decoded: ', cdc_undecoded)",
        ],
        [
            "cdc_value is null or not cdc_read", "malformed",
            "'the message has no value, or is not one JSON object in UTF-8, or something follows it'",
        ],
        [
            "cdc_kind is null", "unknown_envelope",
            "'neither a Replicate envelope with magic atMSG and type MD or DT, nor a bare data or metadata message'",
        ],
        ["cdc_kind = 'MD'"],
        [
            "cdc_unknown", "unknown_schema",
            "concat('the metadata message of schema ', left(coalesce(m.messageSchemaId, 'null'), 100),"
            ~ " ' has not landed; the message is read by itself when it has')",
        ],
        [
            "cdc_op is null", "unknown_envelope",
            "'neither a Replicate envelope with magic atMSG and type MD or DT, nor a bare data or metadata message'",
        ],
        [
            "cdc_op not in ('REFRESH', 'INSERT', 'UPDATE', 'DELETE')", "unknown_operation",
            "concat('headers.operation is ', left(cdc_op, 100), '; known are REFRESH, INSERT, UPDATE, DELETE')",
        ],
        ["cdc_table is null", "missing_table", "'neither the schema\\'s lineage, nor the message, nor the topic names a table'"],
        [bad_position, "missing_position", "'headers.changeSequence, or transactionEventCounter, is missing or not a number'"],
        ["not cdc_has_mask or cdc_data is null"],
        [bad_digits, "mask_mismatch", mask],
        ["cdc_op = 'DELETE' and cdc_ordinals is null"],
        [highest_bit ~ " > coalesce(array_max(transform(cdc_ordinals, c -> c.ordinal)), 0)", "mask_mismatch", mask],
        ["size(array_except(" ~ named ~ ", json_object_keys(cdc_data))) > 0", "mask_mismatch", mask],
    ] %}
    with landed as (
        select
            *,
            case
                when octet_length(cdc_value) > 2 * {{ stream.max_bytes }} then null
                when startswith(cdc_value, '{"base64":"') and endswith(cdc_value, '"}')
                    then try_to_binary(substring(cdc_value, 12, length(cdc_value) - 13), 'base64')
                when startswith(cdc_value, 'atMSG') or substring({{ bytes }}, 1, 1) = X'00'{{ " or not is_valid_utf8(cdc_value)" if avro }} then {{ bytes }}
            end as cdc_datum
        from {{ rows }}
    ),

    {# A value that is too long is not read. #}
    readable as (
        select
            *,
            case when octet_length(cdc_datum) <= {{ stream.max_bytes }} then cdc_datum end as cdc_short_datum,
            case when cdc_datum is null and octet_length(cdc_value) <= {{ stream.max_bytes }} then cdc_value end as cdc_json
        from landed
    ),

    {% if metadata %}
    metadata_texts as (
        {% if avro %}
        {# The type is the first field after the five magic bytes, so that only metadata messages are decoded here. #}
        select coalesce(cdc_json, cdc_qlik_message(cdc_short_datum, cast(null as string)).value) as cdc_text
        from readable
        where contains(cdc_json, 'tableStructure') or substring(cdc_short_datum, 6, 3) = X'044D44'
        {% else %}
        select cdc_json as cdc_text
        from readable
        where contains(cdc_json, 'tableStructure')
        {% endif %}
    ),

    schemas as (
        {{ spark_cdc._qlik_schemas(stream, "metadata_texts") }}
    ),
    {% endif %}

    texts as (
        select
            *,
            {% if avro %}
            {# For a data message, this is only the envelope. #}
            cdc_qlik_message(cdc_short_datum, cast(null as string)) as cdc_decoded,
            coalesce(cdc_json, cdc_decoded.value) as cdc_text,
            cdc_decoded.reason as cdc_undecoded
            {% else %}
            cdc_json as cdc_text,
            case when cdc_datum is not null then 'the stream\'s option encoding is json' end as cdc_undecoded
            {% endif %}
        from readable
    ),

    parsed as (
        select *, {{ spark_cdc._qlik_message("cdc_text") }} as j
        from texts
    ),

    bodies as (
        select
            * except (j),
            j.eof is not null and j.m is not null as cdc_read,
            j.m as m,
            {{ spark_cdc._qlik_body("j.m") }} as b,
            split(element_at(split(cdc_topic, ':'), -1), '[.]') as cdc_topic_names
        from parsed
    ),

    named as (
        select
            *,
            case
                when b.lineage.`table` is not null then {{ spark_cdc._qlik_names("b.lineage.`schema`", "b.lineage.`table`") }}
                when b.`table` is not null then {{ spark_cdc._qlik_names("b.`schema`", "b.`table`") }}
                {% if stream.table_from_topic %}
                else {{ spark_cdc._qlik_names(spark_cdc._topic_name(stream, "schema"), spark_cdc._topic_name(stream, "table")) }}
                {% else %}
                else {{ spark_cdc._qlik_names("try_element_at(cdc_topic_names, -2)", "nullif(element_at(cdc_topic_names, -1), '')") }}
                {% endif %}
            end as cdc_own_names
        from bodies
    ),

    described as (
        select
            named.*,
            {% if metadata %}
            schemas.*
            {% else %}
            {% for name in schema_columns %}cast(null as string) as {{ name }}{{ ", " if not loop.last }}{% endfor %}

            {% endif %}
        from named
        {% if metadata %}
        left join schemas on {{ spark_cdc._qlik_schema_key("named.m.messageSchemaId", "named.cdc_own_names") }} = schemas.schema_key
        {% endif %}
    ),

    {% if avro %}
    {# Spark calls a Python function for every row, whatever the condition, but a NULL costs nothing. #}
    opened as (
        select *, cdc_qlik_message(case when data_schema is not null then cdc_short_datum end, data_schema) as cdc_opened
        from described
    ),

    reread as (
        select *, {{ spark_cdc._qlik_message("cdc_opened.value") }} as cdc_reread
        from opened
    ),

    whole as (
        select
            * except (cdc_text, cdc_undecoded, cdc_read, m, b, cdc_decoded, cdc_opened, cdc_reread),
            coalesce(cdc_opened.value, cdc_text) as cdc_text,
            coalesce(cdc_opened.reason, cdc_undecoded) as cdc_undecoded,
            cdc_read and (cdc_opened.value is null or cdc_reread.m is not null) as cdc_read,
            coalesce(cdc_reread.m, m) as m,
            coalesce({{ spark_cdc._qlik_body("cdc_reread.m") }}, b) as b
        from reread
    ),
    {% endif %}

    kinds as (
        select
            *,
            {{ spark_cdc._qlik_kind("m", "b") }} as cdc_kind,
            upper(b.headers.operation) as cdc_op,
            nullif(b.headers.changeSequence, '') as cdc_sequence,
            nullif(b.headers.changeMask, '') as cdc_change_mask,
            nullif(b.headers.columnMask, '') as cdc_column_mask
        from {{ "whole" if avro else "described" }}
    ),

    tabled as (
        select
            *,
            {# An Avro message that could not be decoded has no body. #}
            coalesce(
                cdc_kind = 'DT' and m.messageSchemaId is not null and {{ "schema_key is null" if metadata else "false" }}
                or cdc_kind = 'DT' and cdc_datum is not null and b.headers is null, false
            ) as cdc_unknown,
            if(table_name is not null, table_schema, cdc_own_names.in_schema) as cdc_schema,
            if(table_name is not null, table_name, cdc_own_names.in_table) as cdc_table,
            case when table_name is null and b.lineage.`table` is null and b.`table` is null then {{ spark_cdc._topic_name(stream, "database") }} end as cdc_database,
            case when cdc_kind = 'DT' then columns end as cdc_ddl_meta
        from kinds
    ),

    {# A mask is checked against the image whose columns it names: beforeData for a delete without data. #}
    masked as (
        select
            *,
            cdc_change_mask is not null or cdc_column_mask is not null as cdc_has_mask,
            case when cdc_change_mask is not null or cdc_column_mask is not null then coalesce(
                get_json_object(cdc_text, if(m.message is not null, '$.message.data', '$.data')),
                case when cdc_op = 'DELETE' then get_json_object(cdc_text, if(m.message is not null, '$.message.beforeData', '$.beforeData')) end
            ) end as cdc_data,
            {{ spark_cdc._qlik_mask(stream, "cdc_change_mask") }} as cdc_change_bits,
            {{ spark_cdc._qlik_mask(stream, "cdc_column_mask") }} as cdc_column_bits
        from tabled
    ),

    numbered as (
        select
            *,
            {#
                If a message names its schema, only that schema's columns count, because another version has other ordinals. A
                delete may carry only its key, so that the order of its columns does not give their ordinals.
            #}
            case
                when not cdc_has_mask then null
                when m.messageSchemaId is not null and columns is not null then from_json(columns, 'array<struct<ordinal int, name string>>')
                when cdc_op <> 'DELETE' then {{ spark_cdc._qlik_columns_in_order("cdc_data") }}
            end as cdc_ordinals
        from masked
    ),

    judged as (
        select
            * except (cdc_value),
            {{ spark_cdc._quarantine(checks) }} as cdc_quarantine,
            case
                when cdc_datum is not null and cdc_quarantine.reason in ('oversized', 'undecodable_binary', 'unknown_schema')
                    then concat('{"base64":"', base64(cdc_datum), '"}')
                else coalesce(cdc_text, cdc_value)
            end as cdc_value,
            case when cdc_kind = 'MD' then 'ddl' when cdc_op in ('REFRESH', 'INSERT', 'UPDATE', 'DELETE') then 'change' end as cdc_class,
            case cdc_op when 'REFRESH' then 'read' when 'INSERT' then 'insert' when 'UPDATE' then 'update' when 'DELETE' then 'delete' end as cdc_operation,
            case
                {# The position of a metadata message is the start of the hundredth of a second in which it was written. #}
                when cdc_kind = 'MD' then try_cast(concat(
                    rpad(left(regexp_replace(coalesce(b.lineage.`timestamp`, ''), '[^0-9]', ''), 16), 16, '0'), repeat('0', 19)
                ) as decimal(38, 0))
                when cdc_sequence is null then cast(0 as decimal(38, 0))
                when cdc_sequence rlike '^[0-9]{1,38}\\z' then cast(cdc_sequence as decimal(38, 0))
            end as cdc_order_1,
            coalesce(try_cast(b.headers.transactionEventCounter as decimal(20, 0)), 0) as cdc_order_2,
            cdc_sequence is not null as cdc_identified,
            {{ spark_cdc._qlik_instant("coalesce(b.headers.timestamp, b.lineage.timestamp)") }} as cdc_event_at,
            nullif(b.headers.transactionId, '') as cdc_transaction,
            case when cdc_kind = 'MD' then {{ spark_cdc._qlik_ddl("b") }} end as cdc_ddl
        from numbered
    )

    {{ spark_cdc._event_rows("judged", without=["cdc_order_3", "cdc_captured_at"]) }}
{% endmacro %}
