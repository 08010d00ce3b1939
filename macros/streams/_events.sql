{#
    The new landing rows of a stream as events: one row per landing row, with the coordinates, cdc_class,
    cdc_operation, cdc_database, cdc_schema, cdc_table, cdc_position, cdc_event_at, cdc_captured_at, cdc_transaction,
    cdc_identified (no other change has this source position), cdc_reason, cdc_detail and the raw key, value and
    headers. batch: see _next_batch. With replays, the rows of `this` that are marked for replay are included; with waiting, the
    rows that wait for a schema are, too, except those that still have to wait.
#}
{% macro _events(stream, batch) %}
    {% do stream.update({"metadata_logs": spark_cdc._metadata_logs(stream)}) %}
    {% set again = [] %}
    {% if batch.replays %}{% do again.append([spark_cdc._pending_replays(), "false"]) %}{% endif %}
    {% if batch.waiting %}{% do again.append([spark_cdc._waiting_rows(), "true"]) %}{% endif %}
    with fresh as (
        select cdc_topic, cdc_partition, cdc_offset, cdc_landed_at, cdc_key, cdc_value, cdc_headers, cdc_copy, false as cdc_waits
        from ({{ spark_cdc._fresh_rows(stream, batch) }}) as landed
        {% for rows, waits in again %}
        union all
        select
            cdc_topic,
            cdc_partition,
            cdc_offset,
            any_value(cdc_landed_at) as cdc_landed_at,
            any_value(cdc_key) as cdc_key,
            any_value(cdc_value, true) as cdc_value,
            any_value(cdc_headers) as cdc_headers,
            cdc_copy,
            {{ waits }} as cdc_waits
        from {{ rows }}
        group by cdc_topic, cdc_partition, cdc_offset, cdc_copy
        {% endfor %}
    ),

    events as (
        {{ spark_cdc._null_messages(stream, spark_cdc._format(stream.format, "events")(stream, "fresh")) }}
    )

    select
        '{{ stream.name }}' as cdc_stream,
        {{ spark_cdc._uncompiled(batch.number, "cdc_offset") }} as cdc_batch,
        cdc_topic,
        cdc_partition,
        cdc_offset,
        cdc_copy,
        cdc_landed_at,
        case
            when cdc_copy > 1 then 'duplicate'
            when cdc_reason is not null then 'quarantined'
            else cdc_class
        end as cdc_class,
        cdc_operation,
        cdc_database,
        cdc_schema,
        cdc_table,
        case when cdc_class in ('change', 'truncate', 'ddl') then {{ spark_cdc._position(["cdc_order_1", "cdc_order_2", "cdc_order_3"]) }} end as cdc_position,
        cdc_event_at,
        cdc_captured_at,
        cdc_transaction,
        coalesce(cdc_identified, false) as cdc_identified,
        case when cdc_copy = 1 then cdc_reason end as cdc_reason,
        case when cdc_copy = 1 then cdc_detail end as cdc_detail,
        cdc_ddl,
        cdc_ddl_meta,
        cdc_key,
        cdc_value,
        cdc_headers{{ ", cdc_images" if spark_cdc._reads_images(stream) }}
    {% if batch.waiting %}
    {# Spark would copy the whole expression of the reason into a condition on it. A nondeterministic column prevents that. #}
    from (select *, monotonically_increasing_id() as cdc_once from events) as events
    where cdc_once >= 0 and not (cdc_waits and coalesce(cdc_reason, '') = 'unknown_schema')
    {% else %}
    from events
    {% endif %}
{% endmacro %}
