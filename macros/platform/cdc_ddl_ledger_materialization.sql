{# The ledger of DDL events (cdc_ddl_ledger): see _append_to_log. #}
{% materialization cdc_ddl_ledger, adapter="spark", supported_languages=["sql"] %}
    {{ return(spark_cdc._append_to_log(spark_cdc._ledger_batch, spark_cdc._ledger_rows)) }}
{% endmaterialization %}
