{# The source's clock now, in microseconds. #}
{% macro _reconcile_clock(parts) %}
    {% set now = "utc_timestamp(6)" if parts.database == "mariadb" else "clock_timestamp() at time zone 'UTC'" %}
    {% do spark_cdc._reconcile_view(parts, "cdc_reconcile_clock", "select " ~ spark_cdc._source_cast(parts.database, now) ~ " as now") %}
    {{ return(spark_cdc._scalar("select unix_micros(try_cast(concat(now, 'Z') as timestamp)) from cdc_reconcile_clock") | int) }}
{% endmacro %}
