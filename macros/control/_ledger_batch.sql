{#
    The batch that this run of the ledger reads: events, the query of the DDL events that it does not have yet, has_new, and
    read, noted, snapshot: see _note_read. before: see _before_run.
#}
{% macro _ledger_batch(before) %}
    {% set upstream = spark_cdc._upstream() %}
    {% set logs = spark_cdc._logs_of(spark_cdc._watched_tables(upstream)).values() | selectattr("reads_landing") | map(attribute="relation") %}
    {% set batch = {"read": spark_cdc._snapshots(logs), "has_new": false} %}
    {% if before.own is not none %}
        {% do batch.update({"noted": spark_cdc._read_before(before.own), "snapshot": before.own["snapshot"]}) %}
        {% if batch.read and batch.read == batch.noted %}{{ return(batch) }}{% endif %}
    {% endif %}
    {% do batch.update({"events": spark_cdc._fresh_ddl(upstream, before.own is not none)}) %}
    {% do batch.update({"has_new": before.own is none or spark_cdc._scalar("select 1 from (" ~ batch.events ~ ") limit 1") is not none}) %}
    {{ return(batch) }}
{% endmacro %}
