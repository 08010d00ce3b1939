{#
    Body of a control model: what is known of the transactions that are not complete, or are lately, one row per log, transaction
    and, where the source counts by table, source table: how many messages it has by the source's own count (cdc_expected), how
    many have landed (cdc_found) and which numbers (cdc_numbers). Each run reads the batches that came since and forgets
    what is complete, so that the table stays small; what was once found missing stays (see cdc_loss_findings).
    events, batches: ref(...) of the models of cdc_events() and cdc_batches().
#}
{% macro cdc_transaction_counts(events, batches) %}
    {{ config(materialized="cdc_transaction_counts") }}
    {% if not execute %}{{ return("select 1 from " ~ events ~ ", " ~ batches) }}{% endif %}
    {{ spark_cdc._transaction_rows(spark_cdc._counted_transactions(events), batches) }}
{% endmacro %}
