{#
    The id of a table's current snapshot if no other run has written to it since this run looked, else "", also for a
    format without snapshots.
    seen: the snapshot when this run looked; none if this run created the table.
#}
{% macro _next_snapshot(table, seen) %}
    {% set snapshot = spark_cdc._table_property("current-snapshot-id", table) or "" %}
    {% if not snapshot or snapshot == seen %}{{ return(snapshot) }}{% endif %}
    {% set parent = spark_cdc._scalar("select parent_id from " ~ table ~ ".snapshots where snapshot_id = " ~ snapshot) if snapshot != "none" %}
    {{ return(snapshot if (parent or "none") | string == (seen or "none") else "") }}
{% endmacro %}
