{# The contract (_contract) that the YAML of a `current` model declares, checked. node: the model in dbt's graph. #}
{% macro _checked_contract(node) %}
    {% set name = node.name %}
    {% set given = (node.config.meta or {}).get("cdc") or {} %}
    {% set known = spark_cdc._table_settings() %}
    {% for option in given if option not in known %}{{ spark_cdc._error("contract_setting", model=name, given=option, allowed=known) }}{% endfor %}
    {% for option in ["tables", "key"] if given[option] is defined and (given[option] is string or given[option] is not sequence) %}
        {{ spark_cdc._error("contract_list", model=name, setting=option, given=given[option]) }}
    {% endfor %}
    {% for table in given.tables or [] if table is not string or "" in table.split(".") %}
        {{ spark_cdc._error("contract_table", model=name, given=table) }}
    {% endfor %}
    {% set columns = [] %}
    {# In small letters, because Spark distinguishes no others. #}
    {% set names, sources = [], [] %}
    {% for column in node.columns.values() %}
        {% set meta = ((column.config or {}).get("meta") or column.meta or {}).get("cdc") or {} %}
        {% for option in meta if option not in spark_cdc._column_settings() %}
            {{ spark_cdc._error("column_setting", column="model " ~ name ~ ", column " ~ column.name, given=option, allowed=spark_cdc._column_settings()) }}
        {% endfor %}
        {% if "from" in meta %}{% do spark_cdc._check_from("model " ~ name ~ ", column " ~ column.name, meta, column.data_type, given.key) %}{% endif %}
        {% set source = none if "from" in meta else meta.get("source", column.name) | string %}
        {% set unsafe = spark_cdc._unsafe_name(source, "column") if source is not none %}
        {% if unsafe or source is not none and source | lower in sources %}
            {{ spark_cdc._error(
                "column_source", column="model " ~ name ~ ", column " ~ column.name, given=source,
                problem=unsafe or "another one has the same name, but for the case of letters"
            ) }}
        {% endif %}
        {# The package writes the name in backticks and in string literals of its SQL. #}
        {% set unsafe_name = spark_cdc._unsafe_name(column.name, "name") or ("it holds an apostrophe" if "'" in column.name)
            or ("another one has the same name, but for the case of letters" if column.name | lower in names) %}
        {% if unsafe_name %}
            {{ spark_cdc._error("column_name", model=name, given=column.name, problem=unsafe_name) }}
        {% endif %}
        {# A column about the row's state is not part of a change; cdc_current adds it. #}
        {% if meta.get("from") != "cdc_stale" %}
        {% do names.append(column.name | lower) %}
        {% if source is not none %}{% do sources.append(source | lower) %}{% endif %}
        {% do columns.append({
            "name": column.name,
            "data_type": spark_cdc._data_type("model " ~ name ~ ", column " ~ column.name, column.data_type),
            "source": source,
            "type": meta.get("type"),
            "key": column.name in (given.key or []),
        }) %}
        {% if "from" in meta %}{% do columns[-1].update({"metadata": meta["from"]}) %}{% endif %}
        {% endif %}
    {% endfor %}
    {% for column in given.key or [] if column not in columns | map(attribute="name") %}
        {{ spark_cdc._error("contract_key", model=name, given=column, allowed=columns | map(attribute="name") | list) }}
    {% endfor %}
    {% for what, all in [("columns", columns), ("key", columns | selectattr("key") | list)] if all and not all | selectattr("source") | list %}
        {{ spark_cdc._error("contract_no_message_column", model=name, part=what, given=all | map(attribute="name") | list) }}
    {% endfor %}
    {{ return({"name": name, "tables": given.tables or [], "key": given.key or [], "columns": columns}) }}
{% endmacro %}
