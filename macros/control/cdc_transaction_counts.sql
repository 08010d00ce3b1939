{#
    Body of a control model: the transactions that are incomplete, or were completed lately, one row per log, transaction
    and, if the source counts by table, source table: the number of messages by the source's own count (cdc_expected), how
    many have landed (cdc_found) and their numbers (cdc_numbers). Each run reads the new batches and removes
    complete transactions, so that the table stays small. Transactions once found incomplete stay (see cdc_loss_findings).
    events, batches: ref(...) of the models of cdc_events() and cdc_batches().
#}
{% macro cdc_transaction_counts(events, batches) %}
    {{ config(materialized="cdc_transaction_counts") }}
    {% if not execute %}{{ return("select 1 from " ~ events ~ ", " ~ batches) }}{% endif %}
    {{ spark_cdc._transaction_rows(spark_cdc._counted_transactions(events), batches) }}
{% endmacro %}
