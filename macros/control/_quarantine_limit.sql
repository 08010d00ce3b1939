{# A table's own quarantine_limit: how many of its landing rows may be in quarantine before dbt test fails, or none. #}
{% macro _quarantine_limit(name) %}
    {% for node in graph.nodes.values() if node.resource_type == "model" and node.name == name %}
        {% set limit = ((node.config.meta or {}).get("cdc") or {}).get("quarantine_limit") %}
        {% do spark_cdc._check_quarantine_limit("model " ~ name, limit) %}
        {{ return(limit) }}
    {% endfor %}
{% endmacro %}
