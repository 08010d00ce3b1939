{#
    The new landing rows of a stream as events: one row per landing row, with the coordinates, cdc_class,
    cdc_operation, cdc_database, cdc_schema, cdc_table, cdc_position, cdc_event_at, cdc_captured_at, cdc_transaction,
    cdc_identified (no other change has this source position), cdc_reason, cdc_detail and the raw key, value and
    headers. batch: see _next_batch. replays: also the rows of `this` that wait to be read again.
#}
{% macro _events(stream, landing, batch, replays=false) %}
    with fresh as (
        {{ spark_cdc._fresh_rows(stream, landing, batch) }}
        {% if replays %}
        union all
        select
            cdc_topic,
            cdc_partition,
            cdc_offset,
            any_value(cdc_landed_at) as cdc_landed_at,
            any_value(cdc_key) as cdc_key,
            any_value(cdc_value) as cdc_value,
            any_value(cdc_headers) as cdc_headers,
            cdc_copy
        from {{ spark_cdc._pending_replays() }}
        group by cdc_topic, cdc_partition, cdc_offset, cdc_copy
        {% endif %}
    ),

    events as (
        {{ spark_cdc._format(stream.format, "events")(stream, "fresh") }}
    )

    select
        '{{ stream.name }}' as cdc_stream,
        cast({{ batch.number }} as bigint) as cdc_batch,
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
        cdc_headers
    from events
{% endmacro %}
