{# The graph node of a source that is given as `<source name>.<table name>`; an error when there is none. #}
{% macro _scaffold_source(name) %}
    {% set known = [] %}
    {% for node in graph.sources.values() %}
        {% if node.source_name ~ "." ~ node.name == name %}{{ return(node) }}{% endif %}
        {% if node.package_name == project_name %}{% do known.append(node.source_name ~ "." ~ node.name) %}{% endif %}
    {% endfor %}
    {{ spark_cdc._error("cdc_scaffold, source", name, known | sort or ["(the project declares no source)"], "README, Your own tables") }}
{% endmacro %}
