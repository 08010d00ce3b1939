{#
    Notes on tables (of _scaffold_plan) that look like shards of one: their columns are the same, and their names differ
    only by a number at the end of a part. They stay separate tables, because only a person knows whether
    the keys of shards overlap. ids: the names of all observed tables, which a proposed pattern must not match.
#}
{% macro _scaffold_shards(tables, ids) %}
    {% set groups = {} %}
    {% for table in tables if table.source.split(".") | length <= 3 %}
        {% set shape = [] %}
        {% for column in table.columns %}{% do shape.append([column.source, column.data_type, column.type, column.key]) %}{% endfor %}
        {% set like = tojson([modules.re.sub("(?<=[^0-9.])[0-9]+(?=[.]|\\Z)", "#", table.source), shape]) %}
        {% if like not in groups %}{% do groups.update({like: []}) %}{% endif %}
        {% do groups[like].append(table) %}
    {% endfor %}
    {% set notes = [] %}
    {% for shards in groups.values() if shards | length > 1 %}
        {% set sources = shards | map(attribute="source") | list %}
        {% set parts, columns, lines = [], [], [] %}
        {% set names = shards[0].columns | map(attribute="name") | map("lower") | list %}
        {% set count = shards[0].source.split(".") | length %}
        {% for number in range(count) %}
            {% set values = [] %}
            {% for source in sources %}{% do values.append(source.split(".")[number]) %}{% endfor %}
            {% set same = values | unique | list | length == 1 %}
            {% do parts.append(values[0] | replace("%", "%%") if same else modules.re.sub("[0-9]+\\Z", "", values[0]) | replace("%", "%%") ~ "%") %}
            {% if not same %}
                {% set kind = ["table", "schema", "database"][count - 1 - number] %}
                {% do columns.append(spark_cdc._scaffold_name("source_" ~ kind, names)) %}
                {% do lines.append("  - {name: " ~ columns[-1] ~ ", data_type: string, config: {meta: {cdc: {from: cdc_" ~ kind ~ "}}}}") %}
            {% endif %}
        {% endfor %}
        {% set pattern = parts | join(".") %}
        {% set others = [] %}
        {% for id in ids if id not in sources and modules.re.fullmatch(spark_cdc._name_pattern(pattern), id) %}{% do others.append(id) %}{% endfor %}
        {% if not others %}
            {% do notes.append(
                "tables " ~ sources[:3] | join(", ") ~ (" and " ~ (sources | length - 3) ~ " more" if sources | length > 3 else "")
                ~ " look like shards of one table; each gets its own models. To merge them, keep the models of one of them and write in its contract\n"
                ~ "  tables: [" ~ spark_cdc._yaml_text(pattern) ~ "]\n"
                ~ ("  key: [" ~ (columns + shards[0].key) | join(", ") ~ "]\n" if shards[0].key else "")
                ~ "and add to its columns\n" ~ lines | join("\n")
                ~ (
                    "\nWithout " ~ columns | join(" and ") ~ " in the key, rows with equal keys overwrite each other. Replace a test `unique` of a key column by spark_cdc.cdc_unique_key"
                    if shards[0].key else ""
                )
            ) %}
        {% endif %}
    {% endfor %}
    {{ return(notes) }}
{% endmacro %}
