{#
    Whether a table has the same rows in two of its snapshots, because it is one snapshot, or nothing but the rewriting of files, such as
    compaction, lies between. False where the older one is not known any more.
#}
{% macro _same_rows(table, noted, now) %}
    {% if not noted or noted == now %}{{ return(noted == now and noted is not none) }}{% endif %}
    {{ return(noted != "none" and now is not none and spark_cdc._only_appended(table, noted, now, ["replace"])) }}
{% endmacro %}
