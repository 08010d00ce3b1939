{#
    Whether a table has the same rows in two of its snapshots, because they are the same snapshot, or only rewrites of files, such
    as compaction, lie between them. False if the older one is no longer known.
#}
{% macro _same_rows(table, noted, now) %}
    {% if not noted or noted == now %}{{ return(noted == now and noted is not none) }}{% endif %}
    {{ return(noted != "none" and now is not none and spark_cdc._has_only(spark_cdc._history(table, noted, now), ["replace"])) }}
{% endmacro %}
