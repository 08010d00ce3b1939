{#
    The contract of a table, from its `current` model's YAML, checked: dict with name, tables, key (column names) and
    columns: list of {name, data_type, source, type}. Source: README, "A table".
#}
{% macro _contract(name) %}
    {% set found = namespace(node=none) %}
    {% for node in graph.nodes.values() if node.resource_type == "model" and node.name == name %}{% set found.node = node %}{% endfor %}
    {% if found.node is none %}
        {{ exceptions.raise_compiler_error("spark_cdc: there is no current model '" ~ name ~ "' to take the contract from. Read: README, A table") }}
    {% endif %}
    {% set given = (found.node.config.meta or {}).get("cdc") or {} %}
    {% set known = ["tables", "key"] %}
    {% for option in given if option not in known %}{{ spark_cdc._error("model " ~ name ~ ", meta.cdc", option, known, "README, A table") }}{% endfor %}
    {% set columns = [] %}
    {% for column in found.node.columns.values() %}
        {% set meta = ((column.config or {}).get("meta") or column.meta or {}).get("cdc") or {} %}
        {% for option in meta if option not in ["source", "type"] %}
            {{ spark_cdc._error("model " ~ name ~ ", column " ~ column.name ~ ", meta.cdc", option, ["source", "type"], "README, A table") }}
        {% endfor %}
        {% if "map<" in column.data_type | lower or "variant" in column.data_type | lower %}
            {{ exceptions.raise_compiler_error(
                "spark_cdc: model " ~ name ~ ", column " ~ column.name ~ ": Spark cannot compare values of type " ~ column.data_type
                ~ ", so no state can hold them. Declare string, which keeps the JSON. Read: README, A table"
            ) }}
        {% endif %}
        {% do columns.append({
            "name": column.name,
            "data_type": column.data_type | lower,
            "source": meta.get("source", column.name),
            "type": meta.get("type"),
            "key": column.name in (given.key or []),
        }) %}
    {% endfor %}
    {% for column in given.key or [] if column not in columns | map(attribute="name") %}
        {{ spark_cdc._error("model " ~ name ~ ", key", column, columns | map(attribute="name") | list, "README, A table") }}
    {% endfor %}
    {{ return({"name": name, "tables": given.tables or [], "key": given.key or [], "columns": columns}) }}
{% endmacro %}
