{#
    The batch that this run of a routed log reads: the dict of _next_batch with replays (whether rows of `this` are marked for
    replay) and waiting (whether rows wait for a schema that may have come). before: see _before_run.
#}
{% macro _routed_batch(before) %}
    {% set stream = spark_cdc._stream(spark_cdc._node()) %}
    {% set batch = spark_cdc._next_batch(stream, source(model.sources[0][0], model.sources[0][1]), before) %}
    {% if before.own is none %}{{ return(batch) }}{% endif %}
    {% do batch.update({"replays": not batch.known and spark_cdc._has_pending_replays()}) %}
    {% set has_new = batch.has_new or batch.replays %}
    {% do batch.update({"waiting": spark_cdc._needs_metadata(stream) and (has_new or spark_cdc._has_newer_metadata()) and spark_cdc._has_waiting_rows()}) %}
    {% if batch.waiting and not has_new %}
        {% set has_new = spark_cdc._scalar("select 1 from (" ~ spark_cdc._events(stream, batch) ~ ") limit 1") is not none %}
    {% endif %}
    {% do batch.update({"has_new": has_new}) %}
    {{ return(batch) }}
{% endmacro %}
