{#
    The tables of a control model, found by walking up from the state models that its node reads: a list with, for each
    table, the names and relations of its state, changes and (or none) routed models, its landing source and contract.
#}
{% macro _tables_of(node) %}
    {% set found = [] %}
    {% for id in node.depends_on.nodes if id in graph.nodes and graph.nodes[id].config.materialized == "cdc_state" %}
        {% set state = graph.nodes[id] %}
        {% set changes = graph.nodes[state.depends_on.nodes | select("in", graph.nodes) | first] %}
        {% set routed = spark_cdc._logs_read_by(changes) %}
        {% set stream = spark_cdc._stream(changes) %}
        {% do found.append({
            "state": state, "changes": changes, "routed": routed[0] if routed else none, "stream": stream,
            "contract": spark_cdc._contract(state.name | replace("state_", "", 1)),
        }) %}
    {% endfor %}
    {{ return(found) }}
{% endmacro %}
