{#
    The file that declares a landing source (a node of _scaffold_source), as {path below the model path: text}. folder: below the model
    path. The source has a freshness, which dbt computes of the landing timestamp, unless its expression depends on the table.
#}
{% macro _scaffold_source_file(node, folder) %}
    {% set table = {"name": node.name} %}
    {% if node.identifier != node.name %}{% do table.update({"identifier": node.identifier}) %}{% endif %}
    {% set landed_at = ((node.config.meta.cdc.landing or {}).timestamp or "timestamp") | string %}
    {% set freshness = {"loaded_at_field": landed_at, "freshness": {"warn_after": {"count": 1, "period": "day"}}} if "{table}" not in landed_at else {} %}
    {% do table.update({"config": dict(freshness, **node.config)}) %}
    {{ return({
        folder ~ "/" ~ node.source_name ~ "_" ~ node.name ~ ".yml":
            toyaml({"version": 2, "sources": [{"name": node.source_name, "schema": node.schema, "tables": [table]}]})
    }) }}
{% endmacro %}
