{#
    Body of a routed model: the log of a stream that carries many tables. Each landing row once, with its class, its
    table, its position and its raw value; the typed reading is left to the changes model of each table.
    landing: the source(...) of the stream. metadata: where the stream's metadata messages land in a source of their own,
    the ref(...) of that source's routed model, which then runs first.
#}
{% macro cdc_routed(landing, metadata=none) %}
    {{ config(materialized="cdc_log", partition_by=["cdc_class", "cdc_table"]) }}
    {% if not execute %}{{ return("select 1 from " ~ landing ~ (", " ~ metadata if metadata else "")) }}{% endif %}
    {% set stream = spark_cdc._stream(spark_cdc._node()) %}
    {% set landing = spark_cdc._landing(stream, landing) %}
    {% set incremental = spark_cdc._is_incremental() %}
    {% set batch = spark_cdc._next_batch(stream, landing, incremental) %}
    {% set replays = incremental and spark_cdc._has_pending_replays() %}
    {% set news = replays or batch.news %}
    {% set waiting = incremental and (news or spark_cdc._has_newer_metadata(batch.last)) and spark_cdc._has_waiting_rows() %}
    {% set events = spark_cdc._events(stream, landing, batch, replays, waiting) if news or waiting %}
    {% if waiting and not news %}
        {% set news = spark_cdc._scalar("select 1 from (" ~ events ~ ") limit 1") is not none %}
    {% endif %}
    {% if not news %}
        {{ return(spark_cdc._nothing_new() ~ " select * from " ~ this ~ " where false") }}
    {% endif %}
    {{ spark_cdc._appends() if incremental }}
    {{ events }}
{% endmacro %}
