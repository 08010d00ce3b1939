{#
    The logs over landing for an operation of retention, as a list of dicts: node, relation, stream, tables (those of
    _tables_of whose changes the log has) and typed (the changes logs that read it). operation: its name, for errors; stream:
    name of a landing stream, none for all.
#}
{% macro _retention_logs(operation, stream=none) %}
    {% set states, logs, streams = [], {}, [] %}
    {% for node in graph.nodes.values() if node.resource_type == "model" and node.config.materialized == "cdc_state" %}{% do states.append(node.unique_id) %}{% endfor %}
    {% for table in spark_cdc._tables_of({"depends_on": {"nodes": states}}) %}
        {% set node = table.routed or table.changes %}
        {% do streams.append(table.stream.name) %}
        {% do table.update({"is_built": adapter.get_relation(table.state.database, table.state.schema, table.state.alias) is not none}) %}
        {% if stream in [none, table.stream.name] and adapter.get_relation(node.database, node.schema, node.alias) is not none %}
            {% do logs.setdefault(node.name, {"node": node, "relation": node.relation_name, "stream": table.stream, "tables": [], "typed": []}).tables.append(table) %}
            {% if table.routed and table.is_built %}{% do logs[node.name].typed.append(table.changes.relation_name) %}{% endif %}
        {% endif %}
    {% endfor %}
    {% if stream is not none and stream not in streams %}
        {{ spark_cdc._error("retention_stream", operation=operation, given=stream, allowed=streams | unique | sort) }}
    {% endif %}
    {{ return(logs.values() | list) }}
{% endmacro %}
