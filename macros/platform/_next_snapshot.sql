{#
    The id of a table's current snapshot where no other run has written to it since this one looked, else "", also of a
    format without snapshots.
    seen: the snapshot that was there when this run looked; none of a table that it made.
#}
{% macro _next_snapshot(table, seen) %}
    {% set snapshot = spark_cdc._table_property("current-snapshot-id", table) or "" %}
    {% if not snapshot or snapshot == seen %}{{ return(snapshot) }}{% endif %}
    {% set parent = spark_cdc._scalar("select parent_id from " ~ table ~ ".snapshots where snapshot_id = " ~ snapshot) if snapshot != "none" %}
    {{ return(snapshot if (parent or "none") | string == (seen or "none") else "") }}
{% endmacro %}
