{#
    True when a replay waits in `this` log. marked: how many of its rows a replay has marked, if that is known; to ask for
    it takes the partitions' row counts alone.
#}
{% macro _has_pending_replays(marked=none) %}
    {% set marked = marked if marked is not none else spark_cdc._scalar("select count(*) from " ~ this ~ " where cdc_class = 'replay'") | int %}
    {{ return(marked > 0 and spark_cdc._scalar("select count(*) from " ~ spark_cdc._pending_replays()) | int > 0) }}
{% endmacro %}
