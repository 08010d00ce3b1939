{#
    Events of Debezium messages: enveloped in schema and payload or bare, with or without inline schema, or flattened.
    A message without `op` is the connector's own (transaction boundary, schema change, heartbeat) if it has exactly the members of
    such a message, because a row could lack its `op` and have columns of such names. ExtractNewRecordState only unwraps
    row changes, so a flattened stream has these messages, and logical messages (op m), as the connector wrote them.
    A row of a snapshot may lack its position. It precedes everything streamed, so its source order is zero.
    Source: Debezium, Envelope.java, SchemaFactory.java (Vitess adds vgtid to its heartbeats) and the connectors' reference.
    stream: the checked configuration. rows: relation of landing rows as _fresh_rows() gives them.
#}
{% macro debezium__events(stream, rows) %}
    {% set flat = stream.options.envelope == "flattened" %}
    {% set by_tombstone = stream.options.deletes == "tombstone" %}
    {% if by_tombstone and not (flat and stream.options.order == "transport") %}
        {{ spark_cdc._error("debezium_deletes", source=stream.name, envelope=stream.options.envelope, order=stream.options.order) }}
    {% endif %}
    {% set with_images = spark_cdc._reads_images(stream) %}
    {% set envelope = spark_cdc._debezium_envelope(stream) + (spark_cdc._debezium_image_fields() if with_images else []) %}
    {% set no_lsn = spark_cdc._debezium_no_lsn %}
    {% set fields = [] %}
    {% for field in envelope %}{% do fields.append(field[0] ~ " " ~ field[1]) %}{% endfor %}
    {% set fields = fields | join(", ") %}
    {% set other_envelope = "a change event in Debezium\\'s envelope, which the transformation has not flattened" if flat
        else "a flattened row (it has __op or __deleted)" %}
    {% set no_position = "__source_lsn, or __source_file and __source_pos, are missing: add them by add.fields of the transformation, or set order: transport"
        if flat else "the source block has no position of a known connector" %}
    {% set checks = [["cdc_class = 'tombstone'"]] + spark_cdc._unreadable(stream, "not cdc_read and not cdc_is_null") + [
        ["cdc_class is null and cdc_op is not null", "unknown_operation", "concat('op is ', cdc_op, '; known are c, r, u, d, t, m')"],
        [
            "cdc_class is null and cdc_other_envelope", "unknown_envelope",
            "'" ~ other_envelope ~ "; the stream\\'s option envelope is " ~ stream.options.envelope ~ "'",
        ],
        ["cdc_class is null", "unknown_envelope", "'no op, and not the shape of a transaction, schema change or heartbeat message'"],
        ["cdc_class not in ('change', 'truncate')"],
        ["cdc_table is null", "missing_table", "'source.table is missing'"],
        ["cdc_order_1 is null or cdc_order_2 is null", "missing_position", "'" ~ no_position ~ "'"],
    ] %}
    with messages as (
        {{ spark_cdc._read_messages(stream, rows, "payload struct<" ~ fields ~ ">, " ~ fields ~ (", " ~ spark_cdc._debezium_schema() if with_images else "")) }}
    ),

    envelopes as (
        select
            * except (m),
            {% if with_images %}
            if(m.payload is not null, '$.payload', '$') as cdc_root,
            m.schema as cdc_inline_schema,
            {% endif %}
            cdc_value is null or trim(cdc_value) = 'null' or (
                octet_length(cdc_value) < 60 and cdc_value rlike '^\\s*[{]\\s*"schema"\\s*:\\s*null\\s*,\\s*"payload"\\s*:\\s*null\\s*[}]\\s*$'
            ) as cdc_is_null,
            coalesce(m.payload, case when m is not null then named_struct(
                {% for field in envelope %}'{{ field[0] }}', m.{{ field[0] }}{{ ", " if not loop.last }}{% endfor %}
            ) end) as e,
            case when cdc_read and {{ "coalesce(e.__op, e.__deleted)" if flat else "e.op" }} is null then
                sort_array(json_object_keys(coalesce(get_json_object(cdc_value, '$.payload'), cdc_value)))
            end as cdc_members,
            case
                when array_except(cdc_members, array('ts_ms')) = array('data_collections', 'event_count', 'id', 'status') then 'transaction'
                when array_contains(cdc_members, 'source') and array_contains(cdc_members, 'databaseName') and size(array_except(
                    cdc_members, array('source', 'position', 'ts_ms', 'databaseName', 'schemaName', 'ddl', 'tableChanges')
                )) = 0 then 'ddl'
                when e.ts_ms is not null and array_except(cdc_members, array('vgtid')) = array('ts_ms') then 'heartbeat'
                {% if flat %}
                when e.op = 'm' and array_contains(cdc_members, 'source') and array_contains(cdc_members, 'message') and size(array_except(
                    cdc_members, array('op', 'source', 'message', 'transaction', 'ts_ms', 'ts_us', 'ts_ns')
                )) = 0 then 'noop'
                {% endif %}
            end as cdc_own_class,
            {% if flat %}
            {# A row may have columns with some of these names, but hardly an object `source` beside all of the others. #}
            coalesce(
                e.op in ('c', 'r', 'u', 'd', 't')
                and json_object_keys(get_json_object(cdc_value, if(m.payload is null, '$.source', '$.payload.source'))) is not null
                and arrays_overlap(cdc_members, array('before', 'after'))
                and size(array_except(cdc_members, array(
                    'op', 'source', 'before', 'after', 'transaction', 'ts_ms', 'ts_us', 'ts_ns', 'updateDescription', 'patch', 'filter', 'wallTime'
                ))) = 0, false
            ) as cdc_other_envelope
            {% else %}
            coalesce(array_contains(cdc_members, '__op') or array_contains(cdc_members, '__deleted'), false) as cdc_other_envelope
            {% endif %}
        from messages
    ),

    named as (
        select
            * except (e),
            e.*,
            {% if flat %}
            coalesce(
                e.__op,
                case when e.__deleted = 'true' then 'd' when e.__deleted = 'false' then 'u' end
                {%- if by_tombstone %},
                {# Messages without `__op` are row changes, unless they are the connector's own control messages. #}
                case when cdc_is_null then if(cdc_key is not null, 'd', null) when cdc_read and cdc_own_class is null and not cdc_other_envelope then 'u' end
                {%- endif %}
            ) as cdc_op,
            coalesce(e.__source_db, e.__db) as cdc_database,
            coalesce(e.__source_schema, e.__schema{{ ", try_element_at(split(cdc_topic, '[.]'), -2)" if not stream.table_from_topic }}) as cdc_schema,
            coalesce(e.__source_table, e.__table{{ ", try_element_at(split(cdc_topic, '[.]'), -1)" if not stream.table_from_topic }}) as cdc_table,
            named_struct(
                'connector', coalesce(e.__source_connector,
                    case when e.__source_lsn is not null then 'postgresql' when e.__source_pos is not null then 'mysql' end),
                'lsn', e.__source_lsn, 'file', e.__source_file, 'pos', e.__source_pos, 'row', e.__source_row,
                'commit_lsn', cast(null as string), 'change_lsn', cast(null as string),
                'event_serial_no', cast(null as string), 'scn', cast(null as string), 'commit_scn', cast(null as string),
                'ssn', cast(null as string), 'ord', cast(null as bigint), 'ts_ms', e.__source_ts_ms
            ) as s,
            coalesce(e.__source_snapshot, e.__snapshot) as cdc_snapshot,
            cast(null as string) as cdc_transaction
            {% else %}
            e.op as cdc_op,
            e.source.db as cdc_database,
            coalesce(e.source.schema, e.source.db) as cdc_schema,
            coalesce(e.source.table, e.source.collection) as cdc_table,
            e.source as s,
            e.source.`snapshot` as cdc_snapshot,
            coalesce(e.source.txId, e.transaction.id, e.source.gtid) as cdc_transaction
            {% endif %}
        from envelopes
    ),

    {# Connectors before 1.0 use c for a snapshot's rows. #}
    snapshots as (
        select
            *,
            coalesce(cdc_op = 'r' or cdc_op = 'c' and lower(cdc_snapshot) not in ('', 'false'), false) as cdc_is_snapshot,
            cdc_is_snapshot and case
                when s.connector is null then true
                when s.connector = 'postgresql' then coalesce(s.lsn, '') = ''
                when s.connector in ('mysql', 'mariadb') then coalesce(s.file, '') = '' or s.pos is null
                when s.connector = 'sqlserver' then {{ no_lsn("s.commit_lsn") }}
                when s.connector = 'oracle' then coalesce(s.commit_scn, '') in ('', '0') and coalesce(s.scn, '') in ('', '0')
                when s.connector = 'mongodb' then s.ts_ms is null
                else false
            end as cdc_precedes_all
        from named
    ),

    ordered as (
        select
            *,
            {% if stream.options.order == "transport" %}
            cast(cdc_offset as decimal(38, 0)) as cdc_order_1, 0L as cdc_order_2, 0L as cdc_order_3
            {% else %}
            case
                when cdc_precedes_all then 0
                {# Real snapshots have a number below the smallest bigint. #}
                when s.connector = 'postgresql' then case when s.lsn rlike '^-?[0-9]{1,38}\\z' then greatest(cast(s.lsn as decimal(38, 0)), 0) end
                when s.connector in ('mysql', 'mariadb') then try_cast(regexp_extract(s.file, '([0-9]+)$', 1) as decimal(38, 0))
                when s.connector = 'sqlserver' then {{ spark_cdc._debezium_lsn_number("s.commit_lsn") }}
                when s.connector = 'oracle' then coalesce(try_cast(s.commit_scn as decimal(38, 0)), try_cast(s.scn as decimal(38, 0)))
                when s.connector = 'mongodb' then s.ts_ms div 1000
            end as cdc_order_1,
            case
                when cdc_precedes_all then 0
                when s.connector in ('mysql', 'mariadb') then cast(s.pos as decimal(38, 0))
                {# A snapshot's rows have no change_lsn. #}
                when s.connector = 'sqlserver' then if(s.change_lsn is null or cdc_is_snapshot and {{ no_lsn("s.change_lsn") }}, 0, {{ spark_cdc._debezium_lsn_number("s.change_lsn", "s.commit_lsn") }})
                when s.connector = 'oracle' then if(s.scn is null, 0, case when s.scn rlike '^[0-9]{1,20}\\z' then cast(s.scn as decimal(38, 0)) end)
                when s.connector = 'mongodb' then greatest(s.ord, 0)
                else 0
            end as cdc_order_2,
            case
                when cdc_precedes_all then 0
                when s.connector in ('mysql', 'mariadb') then coalesce(s.row, 0)
                when s.connector = 'sqlserver' then coalesce(try_cast(s.event_serial_no as bigint), 0)
                when s.connector = 'oracle' then coalesce(try_cast(s.ssn as bigint), 0)
                else 0
            end as cdc_order_3
            {% endif %}
        from {{ spark_cdc._table_from_topic(stream, "snapshots") }}
    ),

    classed as (
        select
            *,
            case
                when cdc_is_null and cdc_op is null then 'tombstone'
                when cdc_op in ('c', 'r', 'u', 'd') then 'change'
                when cdc_op = 't' then 'truncate'
                when cdc_op = 'm' then 'noop'
                when cdc_op is null then cdc_own_class
            end as cdc_class
        from ordered
    ),

    judged as (
        select
            * except (cdc_database, cdc_schema),
            coalesce(cdc_database, if(cdc_own_class = 'ddl', databaseName, null)) as cdc_database,
            coalesce(cdc_schema, if(cdc_own_class = 'ddl', schemaName, null)) as cdc_schema,
            case cdc_op when 'c' then 'insert' when 'r' then 'read' when 'u' then 'update' when 'd' then 'delete' when 't' then 'truncate' end as cdc_operation,
            {# The rows of a snapshot share a position, and so do the rows of a PostgreSQL multi-insert. #}
            {% if stream.options.order == "transport" %}
            false as cdc_identified,
            {% else %}
            cdc_op <> 'r' and not cdc_is_snapshot and s.connector in ('mysql', 'mariadb', 'sqlserver', 'oracle')
            {{ "and s.row is not null" if flat }} as cdc_identified,
            {% endif %}
            {{ spark_cdc._timestamp_from_millis("s.ts_ms") }} as cdc_event_at,
            {{ spark_cdc._timestamp_from_millis("coalesce(__ts_ms, if(cdc_op is null, ts_ms, null))" if flat else "ts_ms") }} as cdc_captured_at,
            if(cdc_own_class = 'ddl', ddl, null) as cdc_ddl,
            {% if with_images %}
            struct(before, after, cdc_inline_schema as `schema`, cdc_root as root) as cdc_images,
            {% endif %}
            {{ spark_cdc._quarantine(checks) }} as cdc_quarantine
        from classed
    )

    {{ spark_cdc._event_rows("judged", without=["cdc_ddl_meta"], with_images=with_images) }}
{% endmacro %}
