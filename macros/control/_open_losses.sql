{#
    The open findings of cdc_loss_findings (relation `findings`), added up: one row per stream, proof, topic and partition.
#}
{% macro _open_losses(findings) %}
    select
        cdc_stream,
        cdc_proof,
        cdc_topic,
        cdc_partition,
        count(*) as cdc_findings,
        count(distinct cdc_transaction) as cdc_transactions,
        sum(cdc_expected - cdc_found) as cdc_missing,
        min(cdc_first_missing) as cdc_first_missing,
        max(cdc_last_missing) as cdc_last_missing,
        min_by(cdc_transaction, cdc_seen_at) as cdc_first_transaction,
        max(cdc_silent_from) as cdc_silent_from,
        min(cdc_seen_at) as cdc_seen_at
    from (select {{ spark_cdc._in_one_task() }}* from {{ findings }} where cdc_closed_at is null) as open_findings
    group by cdc_stream, cdc_proof, cdc_topic, cdc_partition
{% endmacro %}
