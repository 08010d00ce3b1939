{#
    The checked arguments of cdc_reconcile: a dict with table, url, database (the kind), source (schema.table), zone (in which the
    stream writes times without one), the contract's columns that are compared, key (names), exclude, expressions, and the
    nodes state, changes and routed (none if the changes log reads landing).
#}
{% macro _reconcile_parts(table, url, source, exclude, expressions) %}
    {% set read = "docs/reconciliation.md" %}
    {% set states = {} %}
    {% for node in graph.nodes.values() if node.resource_type == "model" and node.config.materialized == "cdc_state" %}
        {% do states.update({node.name | replace("state_", "", 1): node.unique_id}) %}
    {% endfor %}
    {% if table not in states %}{{ spark_cdc._error("cdc_reconcile, table", table, states | sort, read) }}{% endif %}
    {% set found = spark_cdc._tables_of({"depends_on": {"nodes": [states[table]]}})[0] %}
    {% set contract = found.contract %}
    {% if not contract.key %}
        {{ exceptions.raise_compiler_error("spark_cdc: cdc_reconcile: table " ~ table ~ " has no key, and rows are compared by key. Declare `key`, if some columns identify a row. Read: " ~ read) }}
    {% endif %}
    {% if spark_cdc._several_tables(contract) and contract.tables %}
        {{ exceptions.raise_compiler_error("spark_cdc: cdc_reconcile: table " ~ table ~ " has several source tables (" ~ contract.tables | join(", ") ~ "); only one can be compared. Read: " ~ read) }}
    {% endif %}
    {% if contract.columns | selectattr("key") | selectattr("metadata", "defined") | list %}
        {{ exceptions.raise_compiler_error("spark_cdc: cdc_reconcile: a key column of " ~ table ~ " is filled from metadata (`from`), so that the source has no such key. Read: " ~ read) }}
    {% endif %}
    {% set source = source or (contract.tables[0].split(".")[-2:] | join(".") | replace("%%", "%") if contract.tables else none) %}
    {% if source is not string or source.split(".") | length != 2 or "" in source.split(".") or modules.re.search("[\"\\\\`\\x00-\\x1f]", source) %}
        {{ spark_cdc._error("cdc_reconcile, source", source, ["<schema>.<table> of the source database, without quotes"], read) }}
    {% endif %}

    {% if not modules.get("spark_cdc") %}
        {{ exceptions.raise_compiler_error("spark_cdc: cdc_reconcile cannot read a database, because the Python package spark-cdc is not installed beside dbt. Read: docs/install.md") }}
    {% endif %}
    {% set problem = modules.spark_cdc.url_problem(url) %}
    {% if problem %}{{ exceptions.raise_compiler_error("spark_cdc: cdc_reconcile: " ~ problem ~ ". Read: " ~ read) }}{% endif %}

    {% set columns = contract.columns | selectattr("source") | list %}
    {% set names = columns | map(attribute="name") | list %}
    {% if exclude is string or exclude is not sequence %}{{ spark_cdc._error("cdc_reconcile, exclude", exclude, ["a list of columns: " ~ names | join(", ")], read) }}{% endif %}
    {% if expressions is not mapping %}{{ spark_cdc._error("cdc_reconcile, expressions", expressions, ["a dict of columns and SQL, such as {amount: amount / 100}"], read) }}{% endif %}
    {% for column in exclude if column not in names or column in contract.key %}
        {{ spark_cdc._error("cdc_reconcile, exclude", column, names | reject("in", contract.key) | list, read) }}
    {% endfor %}
    {% for column in expressions if column not in names %}{{ spark_cdc._error("cdc_reconcile, expressions", column, names, read) }}{% endfor %}

    {% if adapter.get_relation(found.state.database, found.state.schema, found.state.alias) is none %}
        {{ exceptions.raise_compiler_error("spark_cdc: cdc_reconcile: the table of state_" ~ table ~ " does not exist. Build it first: dbt build --select +" ~ table) }}
    {% endif %}
    {{ return({
        "table": table, "url": url, "database": modules.spark_cdc.database_of(url), "source": source, "key": contract.key,
        "columns": columns | rejectattr("name", "in", exclude) | list, "expressions": expressions,
        "zone": found.stream.options.date_time_zone or "UTC",
        "state": found.state, "changes": found.changes, "routed": found.routed,
    }) }}
{% endmacro %}
