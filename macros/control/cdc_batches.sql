{#
    Body of a control model: the counts of each batch of each log. Each run counts the new batches. It has one row per log, batch,
    topic, partition, source table, class and reason, and one of class `read` per batch, topic and partition of a log over landing:
    the number of landing rows that the batch read, counted before it read them. Row accounting adds these up, so that its cost
    follows the batch, and landing may be trimmed. A log that something else wrote to since is counted again.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_batches(events) %}
    {{ config(materialized="cdc_batches") }}
    {% if not execute %}{{ return("select 1 from " ~ events) }}{% endif %}
    {{ spark_cdc._log_counts(spark_cdc._logs_of(spark_cdc._watched_tables(events)).values() | list) }}
{% endmacro %}
