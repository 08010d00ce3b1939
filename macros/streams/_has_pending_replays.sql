{#
    True if `this` log has rows marked for replay. marked: the number of rows with class replay, if it is known. A query for it
    only reads the row counts of partitions.
#}
{% macro _has_pending_replays(marked=none) %}
    {% set marked = marked if marked is not none else spark_cdc._scalar("select count(*) from " ~ this ~ " where cdc_class = 'replay'") | int %}
    {{ return(marked > 0 and spark_cdc._scalar("select count(*) from " ~ spark_cdc._pending_replays()) | int > 0) }}
{% endmacro %}
