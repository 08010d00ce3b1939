{# True if rows of `this` log wait for a schema. The first query reads only the partition of quarantined rows. #}
{% macro _has_waiting_rows() %}
    {% set waited = spark_cdc._scalar("select 1 from " ~ this ~ " where cdc_class = 'quarantined' and cdc_reason = 'unknown_schema' limit 1") %}
    {{ return(waited is not none and spark_cdc._scalar("select 1 from " ~ spark_cdc._waiting_rows() ~ " limit 1") is not none) }}
{% endmacro %}
