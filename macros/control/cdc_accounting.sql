{#
    Body of a control model: row accounting (docs/semantics.md, L1), one row per stream and class of outcome. cdc_landed is
    the number of landing rows that the batches of the stream's logs have read, the same in each row of a stream. The sum of cdc_rows
    over its classes must equal it, and there must be no row of class `unread` (test: cdc_conservation).
    events, batches: ref(...) of the models of cdc_events() and cdc_batches().
#}
{% macro cdc_accounting(events, batches) %}
    {{ config(materialized="cdc_view") }}
    {% if not execute %}{{ return("select 1 from " ~ events ~ ", " ~ batches) }}{% endif %}
    {{ return(spark_cdc._row_accounting(spark_cdc._logs_of(spark_cdc._watched_tables(events)), batches)) }}
{% endmacro %}
