{#
    The times in which no heartbeat landed for longer than heartbeat_every, as rows of cdc_loss_findings. The first row of the log
    stands for a heartbeat, so that a stream without any heartbeat is found, too. A silence that has not ended is measured up to the
    start of this run, in which the logs have just looked for new rows. log: see _logs_of; batches: relation of cdc_batches.
#}
{% macro _silences(log, batches) %}
    {% set limit = "interval '" ~ log.stream.heartbeat_every ~ "'" %}
    with heartbeats as (
        select cdc_batch, cdc_first_landed_at, cdc_last_landed_at
        from {{ batches }}
        where cdc_log = '{{ log.name }}' and cdc_class = 'heartbeat'
        union all
        select min(cdc_batch), min(cdc_first_landed_at), min(cdc_first_landed_at)
        from {{ batches }}
        where cdc_log = '{{ log.name }}' and cdc_first_landed_at is not null
        union all
        select null, timestamp'{{ run_started_at.strftime("%Y-%m-%d %H:%M:%S") }}Z', null
    ),

    silences as (
        select
            cdc_batch,
            min(cdc_first_landed_at) as cdc_silent_until,
            max(max(cdc_last_landed_at)) over (order by cdc_batch nulls last rows between unbounded preceding and 1 preceding) as cdc_silent_from
        from heartbeats
        group by cdc_batch
    )

    select
        '{{ log.stream.name }}' as cdc_stream,
        '{{ log.name }}' as cdc_log,
        'heartbeats' as cdc_proof,
        cast(null as string) as cdc_topic,
        cast(null as int) as cdc_partition,
        cast(null as string) as cdc_transaction,
        cast(null as string) as cdc_source_table,
        cast(null as bigint) as cdc_first_missing,
        cast(null as bigint) as cdc_last_missing,
        cdc_silent_from,
        if(cdc_batch is null, null, cdc_silent_until) as cdc_silent_until,
        cast(null as bigint) as cdc_expected,
        cast(null as bigint) as cdc_found,
        cdc_silent_from + {{ limit }} as cdc_seen_at,
        timestamp_micros(cdc_batch) as cdc_closed_at
    from silences
    where cdc_silent_until > cdc_silent_from + {{ limit }}
{% endmacro %}
