{#
    Body of a control model: what each run did to each log, one row per log and batch: when, how many rows of which
    class, from and to which position, and how late the latest row landed behind the newest one of earlier batches.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_run_audit(events) %}
    {{ config(materialized="view") }}
    with batches as (
        select
            cdc_log,
            cdc_stream,
            cdc_batch,
            timestamp_micros(cdc_batch) as cdc_run_at,
            count(*) as cdc_rows,
            count_if(cdc_class = 'change') as cdc_changes,
            count_if(cdc_class = 'truncate') as cdc_truncates,
            count_if(cdc_class = 'duplicate') as cdc_duplicates,
            count_if(cdc_class = 'quarantined') as cdc_quarantined,
            count_if(cdc_class = 'replay') as cdc_replays,
            min(cdc_position) as cdc_first_position,
            max(cdc_position) as cdc_last_position,
            min(cdc_landed_at) as cdc_first_landed_at,
            max(cdc_landed_at) as cdc_last_landed_at
        from {{ events }}
        group by cdc_log, cdc_stream, cdc_batch
    )

    select
        *,
        greatest(0, unix_seconds(
            max(cdc_last_landed_at) over (
                partition by cdc_log order by cdc_batch rows between unbounded preceding and 1 preceding
            )
        ) - unix_seconds(cdc_first_landed_at)) as cdc_lateness
    from batches
{% endmacro %}
