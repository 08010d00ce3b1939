{#
    Body of a routed model: the log of a stream that carries many tables. Each landing row once, with its class, its
    table, its position and its raw value; the typed reading is left to the changes model of each table.
    landing: the source(...) of the stream.
#}
{% macro cdc_routed(landing) %}
    {{ config(materialized="cdc_log", partition_by=["cdc_class", "cdc_table"]) }}
    {% if not execute %}{{ return("select 1 from " ~ landing) }}{% endif %}
    {% set stream = spark_cdc._stream(spark_cdc._node()) %}
    {% set batch = spark_cdc._next_batch(stream, landing) %}
    {% set replays = spark_cdc._has_pending_replays() %}
    {% if not replays and not batch.news %}
        {{ return(spark_cdc._nothing_new() ~ " select * from " ~ this ~ " where false") }}
    {% endif %}
    {{ spark_cdc._events(stream, landing, batch, replays) }}
{% endmacro %}
