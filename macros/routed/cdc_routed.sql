{#
    Body of a routed model: the log of a stream that carries many tables. Each landing row once, with its class, its
    table, its position and its raw value; the typed reading is left to the changes model of each table.
    landing: the source(...) of the stream.
#}
{% macro cdc_routed(landing) %}
    {{ config(materialized="cdc_log", partition_by=["cdc_class", "cdc_table"]) }}
    {% if not execute %}{{ return("select 1 from " ~ landing) }}{% endif %}
    {% set stream = spark_cdc._stream(landing) %}
    {% set batch = spark_cdc._next_batch(stream) %}
    {{ spark_cdc._events(stream, landing, batch) }}
{% endmacro %}
