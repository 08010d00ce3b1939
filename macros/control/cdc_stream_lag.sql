{#
    Body of a control model: how far each stream has come, one row per stream. cdc_last_sign_at is the newest landing
    of anything, heartbeats too: old means a dead pipe; cdc_last_change_at is the newest change in the source: old with
    a young sign means that nothing changed. Lags in seconds: cdc_delivery_lag from the event to its landing, of the
    newest change; cdc_silence since the last sign.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_stream_lag(events) %}
    {{ config(materialized="view") }}
    select
        cdc_stream,
        max(cdc_landed_at) as cdc_last_sign_at,
        max(case when cdc_class = 'heartbeat' then cdc_landed_at end) as cdc_last_heartbeat_at,
        max(case when cdc_class in ('change', 'truncate') then cdc_event_at end) as cdc_last_change_at,
        max(case when cdc_class in ('change', 'truncate') then cdc_position end) as cdc_last_position,
        max(cdc_batch) as cdc_last_batch,
        timestamp_micros(max(cdc_batch)) as cdc_last_run_at,
        max_by(
            unix_seconds(cdc_landed_at) - unix_seconds(cdc_event_at),
            case when cdc_class in ('change', 'truncate') and cdc_event_at is not null then struct(cdc_event_at, cdc_landed_at) end
        ) as cdc_delivery_lag,
        unix_seconds(current_timestamp()) - unix_seconds(max(cdc_landed_at)) as cdc_silence
    from {{ events }}
    where cdc_reads_landing
    group by cdc_stream
{% endmacro %}
