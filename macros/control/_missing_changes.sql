{#
    The transactions with missing messages, as rows of cdc_loss_findings. logs: a list of logs (_logs_of) whose
    transactions land whole; transactions: relation of cdc_transaction_counts.
#}
{% macro _missing_changes(logs, transactions) %}
    select
        cdc_stream,
        cdc_log,
        'transactions' as cdc_proof,
        cast(null as string) as cdc_topic,
        cast(null as int) as cdc_partition,
        cdc_transaction,
        cdc_source_table,
        cdc_first_missing,
        cdc_last_missing,
        cast(null as timestamp) as cdc_silent_from,
        cast(null as timestamp) as cdc_silent_until,
        cdc_expected,
        cdc_found,
        timestamp_micros(cdc_seen_batch) as cdc_seen_at,
        timestamp_micros(cdc_closed_batch) as cdc_closed_at
    from {{ transactions }}
    where cdc_seen_batch is not null and cdc_log in ({% for log in logs %}'{{ log.name }}'{{ ", " if not loop.last }}{% endfor %})
{% endmacro %}
