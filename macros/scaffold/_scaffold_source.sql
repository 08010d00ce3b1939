{#
    The graph node of a source that is given as `<source name>.<table name>`; an error if there is none. declare: the
    declaration for a source that does not exist (see cdc_scaffold), which then counts as a source of this run. operation: the name
    in errors.
#}
{% macro _scaffold_source(name, declare, operation="cdc_scaffold") %}
    {% set known = [] %}
    {% set own = graph.sources.values() | selectattr("package_name", "equalto", project_name) | list %}
    {% set others = graph.sources.values() | rejectattr("package_name", "equalto", project_name) | list %}
    {% for node in own + others %}
        {% if node.source_name ~ "." ~ node.name == name %}
            {% if declare %}
                {{ spark_cdc._error("scaffold_declared", operation=operation, source=name, file=node.original_file_path) }}
            {% endif %}
            {{ return(node) }}
        {% endif %}
        {% if node.package_name == project_name %}{% do known.append(node.source_name ~ "." ~ node.name) %}{% endif %}
    {% endfor %}
    {% if not declare %}
        {{ spark_cdc._error("scaffold_source", operation=operation, given=name, allowed=known | sort or "another one with `declare`") }}
    {% endif %}
    {% if not modules.re.match("[A-Za-z_][A-Za-z0-9_]*[.][A-Za-z_][A-Za-z0-9_]*\\Z", name) %}
        {{ spark_cdc._error("scaffold_source_name", operation=operation, given=name) }}
    {% endif %}
    {% set where = ["schema", "identifier"] %}
    {% set how = spark_cdc._stream_settings() %}
    {% for key in declare if key not in where + how %}{{ spark_cdc._error("scaffold_declare_setting", operation=operation, given=key, allowed=where + how) }}{% endfor %}
    {% for key in ["schema", "format"] if not declare.get(key) %}{{ spark_cdc._error("scaffold_declare_missing", operation=operation, given=key) }}{% endfor %}
    {% set cdc = {} %}
    {% for key in how if key in declare %}{% do cdc.update({key: declare[key]}) %}{% endfor %}
    {% set parts = name.split(".") %}
    {% set node = {
        "unique_id": "source." ~ project_name ~ "." ~ name, "package_name": project_name, "source_name": parts[0], "name": parts[1],
        "schema": declare.schema, "identifier": declare.identifier or parts[1], "config": {"meta": {"cdc": cdc}}, "declare": declare,
    } %}
    {% do graph.sources.update({node.unique_id: node}) %}
    {{ return(node) }}
{% endmacro %}
