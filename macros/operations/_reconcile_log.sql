{#
    How far the changes log has read, before the state is pinned: a dict with relation, the log that measures progress
    (the routed log, which has the changes of all tables, else the changes log); snapshot, that of a routed
    log if the changes log has read all of it, else none; and batch, the newest one of the changes log.
#}
{% macro _reconcile_log(parts) %}
    {% set changes = parts.changes.relation_name %}
    {% set log = {"relation": changes, "snapshot": none} %}
    {% if parts.routed %}
        {% do log.update({"relation": parts.routed.relation_name}) %}
        {% set noted = spark_cdc._read_before(spark_cdc._table_properties(changes), changes) %}
        {% set snapshot = spark_cdc._snapshot(log.relation) %}
        {% if noted and snapshot and snapshot in noted.values() %}{% do log.update({"snapshot": snapshot}) %}{% endif %}
    {% endif %}
    {% do log.update({"batch": (spark_cdc._scalar("select max(cdc_batch) from " ~ changes) or -1) | int}) %}
    {{ return(log) }}
{% endmacro %}
