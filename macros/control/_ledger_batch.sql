{# The batch that this run of the ledger reads: events, the query of the DDL events that it does not have yet, and has_new. #}
{% macro _ledger_batch(incremental) %}
    {% set events = spark_cdc._fresh_ddl(spark_cdc._upstream(), incremental) %}
    {{ return({"events": events, "has_new": not incremental or spark_cdc._scalar("select 1 from (" ~ events ~ ") limit 1") is not none}) }}
{% endmacro %}
