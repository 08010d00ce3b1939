{# The running model. In a unit test, it is the tested model, because the test's own node has the test's name. #}
{% macro _node() %}
    {{ return(graph.nodes[model.tested_node_unique_id] if model.resource_type == "unit_test" else model) }}
{% endmacro %}
