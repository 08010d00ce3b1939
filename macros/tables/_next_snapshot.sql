{#
    The id of a table's current snapshot if it is the one that this run has written, else "", because another run has written since;
    also for a format without snapshots.
    seen: the snapshot on which this run wrote, or "" if another run has written since that; none if this run created the table
    with made (cdc.made).
#}
{% macro _next_snapshot(table, seen, made=none) %}
    {% if seen == "" %}{{ return("") }}{% endif %}
    {% set properties = spark_cdc._table_properties(table) %}
    {% set snapshot = properties["snapshot"] or "" %}
    {% if made and properties["cdc.made"] != made %}{{ return("") }}{% endif %}
    {% if not snapshot or snapshot == seen %}{{ return(snapshot) }}{% endif %}
    {{ return(snapshot if spark_cdc._of_format("follows", snapshot)(table, snapshot, seen) else "") }}
{% endmacro %}
