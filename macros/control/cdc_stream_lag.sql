{#
    Body of a control model: the progress of each stream, one row per stream. cdc_last_sign_at is the newest landing
    of any message, heartbeats included; an old one means a dead pipe. cdc_last_change_at is the newest change in the source; an old
    one with a recent sign means that nothing changed. Lags in seconds: cdc_delivery_lag from the newest change to its landing,
    cdc_silence since the last sign.
    events, batches: ref(...) of the models of cdc_events() and cdc_batches().
#}
{% macro cdc_stream_lag(events, batches) %}
    {{ config(materialized="cdc_view") }}
    {% if not execute %}{{ return("select 1 from " ~ events ~ ", " ~ batches) }}{% endif %}
    {% set logs = [] %}
    {% for log in spark_cdc._logs_of(spark_cdc._watched_tables(events)).values() if log.reads_landing %}{% do logs.append(log.name) %}{% endfor %}
    select
        * except (cdc_last_change),
        cdc_last_change.event_at as cdc_last_change_at,
        timestamp_micros(cdc_last_batch) as cdc_last_run_at,
        unix_seconds(cdc_last_change.landed_at) - unix_seconds(cdc_last_change.event_at) as cdc_delivery_lag,
        unix_seconds(current_timestamp()) - unix_seconds(cdc_last_sign_at) as cdc_silence
    from (
        select
            cdc_stream,
            max(cdc_last_landed_at) as cdc_last_sign_at,
            max(case when cdc_class = 'heartbeat' then cdc_last_landed_at end) as cdc_last_heartbeat_at,
            max(case when cdc_class in ('change', 'truncate') then cdc_last_event end) as cdc_last_change,
            max(case when cdc_class in ('change', 'truncate') then cdc_last_position end) as cdc_last_position,
            max(cdc_batch) as cdc_last_batch
        from {{ batches }}
        where cdc_log in ('{{ logs | join("', '") }}')
        group by cdc_stream
    ) as streams
{% endmacro %}
