{# The graph nodes of the logs that a log (its node, or none) reads: the routed log of a typed one, the metadata log of a routed one. #}
{% macro _logs_read_by(node) %}
    {% set logs = [] %}
    {% for id in (node.depends_on.nodes if node else []) if id in graph.nodes and spark_cdc._is_log(graph.nodes[id]) %}
        {% do logs.append(graph.nodes[id]) %}
    {% endfor %}
    {{ return(logs) }}
{% endmacro %}
