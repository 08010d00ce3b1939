{#
    The holes in the offsets of partitions, as rows of cdc_loss_findings. A hole has been seen by the first batch after which the
    log had offsets on both sides of it. A range of offsets in a later batch closes its part of the hole.
    logs: a list of logs (_logs_of) of streams without `offsets: sparse`; batches: relation of cdc_batches.
#}
{% macro _missing_offsets(logs, batches) %}
    {% set by_offset = "partition by cdc_log, cdc_topic, cdc_partition order by cdc_first_offset" %}
    with ranges as (
        select
            *,
            lag(cdc_last_offset) over ({{ by_offset }}) as cdc_offset_before,
            min(cdc_batch) over ({{ by_offset }} rows between unbounded preceding and 1 preceding) as cdc_batch_below,
            min(cdc_batch) over ({{ by_offset }} rows between 1 following and unbounded following) as cdc_batch_above
        from (
            select {{ spark_cdc._in_one_task() }}*
            from {{ batches }}
            where cdc_class = 'offsets' and cdc_log in ('{{ logs | map(attribute="name") | join("', '") }}')
        ) as read
    ),

    holes as (
        select
            *,
            cdc_offset_before + 1 as cdc_first_missing,
            cdc_first_offset - 1 as cdc_last_missing,
            0L as cdc_found,
            greatest(cdc_batch_below, least(cdc_batch, cdc_batch_above)) as cdc_seen_batch,
            cast(null as bigint) as cdc_closed_batch
        from ranges
        where cdc_offset_before + 1 < cdc_first_offset
        union all
        select
            *,
            cdc_first_offset as cdc_first_missing,
            cdc_last_offset as cdc_last_missing,
            cdc_last_offset - cdc_first_offset + 1 as cdc_found,
            greatest(cdc_batch_below, cdc_batch_above) as cdc_seen_batch,
            cdc_batch as cdc_closed_batch
        from ranges
        where cdc_batch_below < cdc_batch and cdc_batch_above < cdc_batch
    )

    select
        cdc_stream,
        cdc_log,
        'offsets' as cdc_proof,
        cdc_topic,
        cdc_partition,
        cast(null as string) as cdc_transaction,
        cast(null as string) as cdc_source_table,
        cdc_first_missing,
        cdc_last_missing,
        cast(null as timestamp) as cdc_silent_from,
        cast(null as timestamp) as cdc_silent_until,
        cdc_last_missing - cdc_first_missing + 1 as cdc_expected,
        cdc_found,
        timestamp_micros(cdc_seen_batch) as cdc_seen_at,
        timestamp_micros(cdc_closed_batch) as cdc_closed_at
    from holes
{% endmacro %}
