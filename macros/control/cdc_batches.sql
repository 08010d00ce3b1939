{#
    Body of a control model: what each batch of each log holds, counted when it is new: one row per log, batch, topic, partition,
    source table, class and reason, and one of class `read` per batch, topic and partition of a log over landing: how many rows
    the batch read of landing, as counted before it read them. The accounts add these up, so that they cost what a
    batch costs, and landing may be trimmed. A log that somebody else wrote to since is counted again.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_batches(events) %}
    {{ config(materialized="cdc_batches") }}
    {% if not execute %}{{ return("select 1 from " ~ events) }}{% endif %}
    {% for log in spark_cdc._logs_of(spark_cdc._watched_tables(events)).values() %}
    {{ spark_cdc._log_counts(log) }}
    {{ "union all" if not loop.last }}
    {% endfor %}
{% endmacro %}
