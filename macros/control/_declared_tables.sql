{# All tables that the project declares: a list of {"stream", "contract"}, found from the state models. #}
{% macro _declared_tables() %}
    {% set found = [] %}
    {% for state in graph.nodes.values() if state.config.materialized == "cdc_state" and state.resource_type == "model" %}
        {% set changes = graph.nodes[state.depends_on.nodes | select("in", graph.nodes) | first] %}
        {% do found.append({
            "stream": spark_cdc._stream(changes),
            "contract": spark_cdc._contract(state.name | replace("state_", "", 1)),
        }) %}
    {% endfor %}
    {{ return(found) }}
{% endmacro %}
