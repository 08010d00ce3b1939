{# The file that declares a landing source (a node of _scaffold_source), as {path below the model path: text}. #}
{% macro _scaffold_source_file(node, folder) %}
    {% set table = {"name": node.name} %}
    {% if node.identifier != node.name %}{% do table.update({"identifier": node.identifier}) %}{% endif %}
    {% do table.update({"config": node.config}) %}
    {{ return({
        folder ~ "/" ~ node.source_name ~ "_" ~ node.name ~ ".yml":
            toyaml({"version": 2, "sources": [{"name": node.source_name, "schema": node.schema, "tables": [table]}]})
    }) }}
{% endmacro %}
