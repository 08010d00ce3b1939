{# A routed log (cdc_routed): see _append_to_log. #}
{% materialization cdc_routed, adapter="spark", supported_languages=["sql"] %}
    {{ return(spark_cdc._append_to_log(spark_cdc._routed_batch, spark_cdc._routed_rows)) }}
{% endmaterialization %}
