{#
    The state as it is now, for all queries that follow: a dict with rows (the relation at its snapshot, where the table
    format has such), batch (the last that was applied) and position (the highest).
#}
{% macro _reconcile_pin(parts) %}
    {% set state = parts.state.relation_name %}
    {% set properties = spark_cdc._table_properties(state) %}
    {% set snapshot = properties["current-snapshot-id"] or "none" %}
    {{ return({
        "rows": state ~ (" version as of " ~ snapshot if snapshot != "none" else ""),
        "batch": (properties["cdc.applied_batch"] or -1) | int, "position": properties["cdc.newest_position"] or "",
    }) }}
{% endmacro %}
