{# The graph nodes of the logs that a log (its node, or none) reads: a typed one the routed, that the one of its metadata. #}
{% macro _logs_read_by(node) %}
    {% set logs = [] %}
    {% for id in (node.depends_on.nodes if node else []) if id in graph.nodes and spark_cdc._is_log(graph.nodes[id]) %}
        {% do logs.append(graph.nodes[id]) %}
    {% endfor %}
    {{ return(logs) }}
{% endmacro %}
