{#
    True if a log of metadata messages that `this` routed log reads has a batch that is newer than this log's last one. Without
    one, and without new landing rows, rows that wait for a schema keep waiting.
#}
{% macro _has_newer_metadata() %}
    {% for log in spark_cdc._logs_read_by(spark_cdc._node()) %}
        {% set newest = "select max(cdc_batch) from " ~ log.relation_name %}
        {% if spark_cdc._scalar("select coalesce((" ~ newest ~ ") > (select max(cdc_batch) from " ~ this ~ "), false)") %}{{ return(true) }}{% endif %}
    {% endfor %}
    {{ return(false) }}
{% endmacro %}
