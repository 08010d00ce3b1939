{#
    The present state, for all following queries: a dict with rows (the relation at its snapshot, if the table
    format has snapshots), batch (the last applied batch) and position (the highest).
#}
{% macro _reconcile_pin(parts) %}
    {% set state = parts.state.relation_name %}
    {% set properties = spark_cdc._table_properties(state) %}
    {{ return({
        "rows": spark_cdc._as_of(state, properties["snapshot"]),
        "batch": (properties["cdc.applied_batch"] or -1) | int, "position": properties["cdc.newest_position"] or "",
    }) }}
{% endmacro %}
