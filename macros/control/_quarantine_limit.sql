{# How many landing rows of a table may be in quarantine before dbt test fails, or none where the table sets no limit of its own. #}
{% macro _quarantine_limit(name) %}
    {% for node in graph.nodes.values() if node.resource_type == "model" and node.name == name %}
        {% set limit = ((node.config.meta or {}).get("cdc") or {}).get("quarantine_limit") %}
        {% do spark_cdc._check_quarantine_limit("model " ~ name, limit) %}
        {{ return(limit) }}
    {% endfor %}
{% endmacro %}
