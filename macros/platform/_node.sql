{# The model that is running, also where a unit test of it runs (whose own node carries the test's name). #}
{% macro _node() %}
    {{ return(graph.nodes[model.tested_node_unique_id] if model.resource_type == "unit_test" else model) }}
{% endmacro %}
