{#
    The checked arguments of cdc_reconcile: a dict with table, url, database (the kind), source (schema.table), zone (in which the
    stream writes times without one), the contract's columns that are compared, key (names), exclude, expressions, and the
    nodes state, changes and routed (none if the changes log reads landing).
#}
{% macro _reconcile_parts(table, url, source, exclude, expressions) %}
    {% set states = {} %}
    {% for node in graph.nodes.values() if node.resource_type == "model" and node.config.materialized == "cdc_state" %}
        {% do states.update({node.name | replace("state_", "", 1): node.unique_id}) %}
    {% endfor %}
    {% if table not in states %}{{ spark_cdc._error("reconcile_table", given=table, allowed=states | sort) }}{% endif %}
    {% set found = spark_cdc._tables_of({"depends_on": {"nodes": [states[table]]}})[0] %}
    {% set contract = found.contract %}
    {% if not contract.key %}
        {{ spark_cdc._error("reconcile_without_key", table=table) }}
    {% endif %}
    {% if spark_cdc._several_tables(contract) and contract.tables %}
        {{ spark_cdc._error("reconcile_several_tables", table=table, given=contract.tables) }}
    {% endif %}
    {% if contract.columns | selectattr("key") | selectattr("metadata", "defined") | list %}
        {{ spark_cdc._error("reconcile_key_from_metadata", table=table) }}
    {% endif %}
    {% set source = source or (contract.tables[0].split(".")[-2:] | join(".") | replace("%%", "%") if contract.tables else none) %}
    {% if source is not string or source.split(".") | length != 2 or "" in source.split(".") or modules.re.search("[\"\\\\`\\x00-\\x1f]", source) %}
        {{ spark_cdc._error("reconcile_source", given=source) }}
    {% endif %}

    {% do spark_cdc._check_package("cdc_reconcile") %}
    {% set problem = modules.spark_cdc.url_problem(url) %}
    {% if problem %}{{ spark_cdc._error(problem.name, **problem.values) }}{% endif %}

    {% set columns = contract.columns | selectattr("source") | list %}
    {% set names = columns | map(attribute="name") | list %}
    {% if exclude is string or exclude is not sequence %}{{ spark_cdc._error("reconcile_exclude", given=exclude, allowed=names) }}{% endif %}
    {% if expressions is not mapping %}{{ spark_cdc._error("reconcile_expressions", given=expressions) }}{% endif %}
    {% for column in exclude if column not in names or column in contract.key %}
        {{ spark_cdc._error("reconcile_exclude_column", given=column, allowed=names | reject("in", contract.key) | list) }}
    {% endfor %}
    {% for column in expressions if column not in names %}{{ spark_cdc._error("reconcile_expression_column", given=column, allowed=names) }}{% endfor %}

    {% if adapter.get_relation(found.state.database, found.state.schema, found.state.alias) is none %}
        {{ spark_cdc._error("table_not_built", operation="cdc_reconcile", model="state_" ~ table, select="+" ~ table) }}
    {% endif %}
    {{ return({
        "table": table, "url": url, "database": modules.spark_cdc.database_of(url), "source": source, "key": contract.key,
        "columns": columns | rejectattr("name", "in", exclude) | list, "expressions": expressions,
        "zone": found.stream.options.date_time_zone or "UTC",
        "state": found.state, "changes": found.changes, "routed": found.routed,
    }) }}
{% endmacro %}
