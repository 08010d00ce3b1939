{# True when a replay waits in `this` log. The first look is at the partitions' row counts alone. #}
{% macro _has_pending_replays() %}
    {% set marked = spark_cdc._scalar("select count(*) from " ~ this ~ " where cdc_class = 'replay'") | int %}
    {{ return(marked > 0 and spark_cdc._scalar("select count(*) from " ~ spark_cdc._pending_replays()) | int > 0) }}
{% endmacro %}
