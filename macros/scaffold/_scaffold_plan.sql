{#
    The plan for observed tables: {"tables": list of {name, source, key, columns: list of {name, source, data_type,
    type, description, key}, description, lost: of
    _scaffold_lost_key()}, "routed": name of the routed model, "notes": sentences for the user}.
    node: the source's. observed: see _scaffold_observed. The others are arguments of cdc_scaffold: wanted is its `tables`; prefix,
    folder and overwrite have their names there.
#}
{% macro _scaffold_plan(node, observed, wanted, prefix, folder, overwrite) %}
    {% set notes = [] %}
    {% set tables = [] %}
    {% set taken = {} %}
    {% for model in graph.nodes.values() if model.resource_type == "model" %}{% do taken.update({model.name | lower: model}) %}{% endfor %}
    {% set routed = namespace(name="routed_" ~ spark_cdc._scaffold_name(node.name, [], lower=true)) %}
    {% if routed.name in taken %}{% set routed.name = "routed_" ~ spark_cdc._scaffold_name(node.source_name ~ "_" ~ node.name, [], lower=true) %}{% endif %}
    {% for model in taken.values() if spark_cdc._is_log(model) and node.unique_id in model.depends_on.nodes and model.name.startswith("routed_") %}
        {% set routed.name = model.name %}
    {% endfor %}
    {% set ids, shorts = [], [] %}
    {% for table in observed %}
        {% do table.update({
            "id": table.schema ~ "." ~ table.table if table.schema else table.table,
            "short": spark_cdc._scaffold_name(table.table or "", [], lower=true),
        }) %}
        {% do ids.append(table.id) %}
        {% do shorts.append(table.short) %}
    {% endfor %}
    {% for name in wanted or [] if name not in ids %}{{ spark_cdc._error("scaffold_table", given=name, allowed=ids | sort) }}{% endfor %}
    {% for table in observed if not wanted or table.id in wanted %}
        {# Two databases may have the same schema and table. #}
        {% set id = table.database ~ "." ~ table.id if ids.count(table.id) > 1 and table.database else table.id %}
        {% set unsafe = spark_cdc._unsafe_name(table.table, "table") or spark_cdc._unsafe_name(id, "id") %}
        {% set declared = taken[table.declared_by[0] | lower] if table.declared_by else none %}
        {% if unsafe %}
            {% do notes.append("table " ~ tojson(id) ~ " is left out: " ~ unsafe) %}
        {% elif declared and not (overwrite and declared.original_file_path.endswith(folder ~ "/current/" ~ declared.name ~ ".sql")) %}
            {% do notes.append("table " ~ id ~ " is left alone: model " ~ declared.name ~ " declares it") %}
        {% else %}
            {% set bare = table.short if shorts.count(table.short) == 1 else id %}
            {% set name = namespace(text=declared.name if declared else spark_cdc._scaffold_name(prefix ~ bare, [], lower=true)) %}
            {% if not declared %}
                {% set first = name.text %}
                {% for number in range(2, 100) if name.text in taken or "changes_" ~ name.text in taken or "state_" ~ name.text in taken %}
                    {% set name.text = first ~ "_" ~ number %}
                {% endfor %}
                {% if name.text != first %}{% do notes.append("table " ~ id ~ " becomes model " ~ name.text ~ ": the name " ~ first ~ " is taken") %}{% endif %}
            {% endif %}
            {% do taken.update({name.text: declared, "changes_" ~ name.text: declared, "state_" ~ name.text: declared}) %}
            {% set columns = spark_cdc._scaffold_columns(table, id, notes) %}
            {% set key = columns | selectattr("key") | sort(attribute="key") | map(attribute="name") | list %}
            {% if columns %}
                {% set lost = spark_cdc._scaffold_lost_key(table, columns, id, name.text, notes) %}
                {% if not key and not lost %}{% do notes.append("table " ~ id ~ " has no key in its messages: model " ~ name.text ~ " counts equal rows; name the columns in meta.cdc.key if it has one") %}{% endif %}
                {% do tables.append({"name": name.text, "source": id, "key": [] if lost else key, "columns": columns, "stream": node.name, "lost": lost}) %}
            {% else %}
                {% do notes.append("table " ~ id ~ " is left out: none of its columns can be declared") %}
            {% endif %}
        {% endif %}
    {% endfor %}
    {% do notes.extend(spark_cdc._scaffold_shards(tables, ids)) %}
    {{ return({"tables": tables, "routed": routed.name, "notes": notes}) }}
{% endmacro %}
