{#
    The batch that this run of the ledger reads: events, the query of the DDL events that it does not have yet, has_new, and
    snapshot, that of the ledger before the query is run.
#}
{% macro _ledger_batch(incremental) %}
    {% set events = spark_cdc._fresh_ddl(spark_cdc._upstream(), incremental) %}
    {% set has_new = not incremental or spark_cdc._scalar("select 1 from (" ~ events ~ ") limit 1") is not none %}
    {{ return({"events": events, "has_new": has_new, "snapshot": spark_cdc._snapshot() if has_new and incremental}) }}
{% endmacro %}
