{# A changes log (cdc_changes): see _append_to_log. #}
{% materialization cdc_changes, adapter="spark", supported_languages=["sql"] %}
    {{ return(spark_cdc._append_to_log(spark_cdc._changes_batch, spark_cdc._changes_rows)) }}
{% endmaterialization %}
