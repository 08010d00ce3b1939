{# The YAML that declares a landing source (a node of _scaffold_source). #}
{% macro _scaffold_declaration(node) %}
    {% set table = {"name": node.name} %}
    {% if node.identifier != node.name %}{% do table.update({"identifier": node.identifier}) %}{% endif %}
    {% do table.update({"config": node.config}) %}
    {{ return(toyaml({"version": 2, "sources": [{"name": node.source_name, "schema": node.schema, "tables": [table]}]})) }}
{% endmacro %}
