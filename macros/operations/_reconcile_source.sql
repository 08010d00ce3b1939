{#
    Finds the columns of the source table, divides it into ranges, and creates the view of all its rows. Adds to parts:
    - query: of the source, with each compared column as text (c0, c1, ... in the order of parts.columns) and, as k, the first
      key column with whole numbers, if it holds whole numbers in the source, too;
    - ranged, the place of that column, or none; bounds: the numbers between its ranges. Their distance is a power
      of two, so that ranges stay, or merge in pairs, when the table grows. Without such a column, ranges are `buckets` hashes
      of the key, and the source cannot read one of them alone.
#}
{% macro _reconcile_source(parts, ranges) %}
    {% set schema, name = parts.source.split(".") %}
    {% set literals = [] %}
    {% for text in [schema, name] %}{% do literals.append("'" ~ text | replace("'", "''") ~ "'") %}{% endfor %}
    {% do spark_cdc._reconcile_view(
        parts, "cdc_reconcile_columns",
        "select column_name as name, data_type as type, character_maximum_length as width from information_schema.columns where table_schema = "
        ~ literals[0] ~ " and table_name = " ~ literals[1]
    ) %}
    {% set known, lower_case = {}, {} %}
    {% for row in run_query("select to_json(struct(name, lower(type) as type, width)) from cdc_reconcile_columns").rows %}
        {% set column = fromjson(row[0]) %}
        {% do known.update({column.name: column}) %}
        {% do lower_case.update({column.name | lower: column}) %}
    {% endfor %}
    {% if not known %}
        {{ spark_cdc._error("reconcile_source_missing", given=parts.source) }}
    {% endif %}

    {% set selected = [] %}
    {% do parts.update({"ranged": none, "bounds": [], "buckets": 1, "quoted_key": none}) %}
    {% for column in parts.columns %}
        {% set found = known.get(column.source) or lower_case.get(column.source | lower) %}
        {% if column.name in parts.expressions %}
            {% set text = spark_cdc._source_cast(parts.database, "(" ~ parts.expressions[column.name] ~ ")") %}
        {% elif not found %}
            {{ spark_cdc._error("reconcile_column", column=column.name, source=parts.source, given=column.source, known=known | list) }}
        {% else %}
            {% set quoted = '"' ~ found.name | replace('"', '""') ~ '"' %}
            {% set text = spark_cdc._source_text(parts.database, quoted, found, column.data_type) %}
            {% set is_whole = column.data_type in ["tinyint", "smallint", "int", "bigint"] or column.data_type.endswith(",0)") %}
            {% if parts.ranged is none and column.key and is_whole and found.type in ["tinyint", "smallint", "mediumint", "int", "integer", "bigint", "decimal", "numeric"] %}
                {% do parts.update({"ranged": loop.index0, "quoted_key": quoted}) %}
            {% endif %}
        {% endif %}
        {% do selected.append(text ~ " as c" ~ loop.index0) %}
    {% endfor %}
    {% if parts.ranged is not none %}{% do selected.append(parts.quoted_key ~ " as k") %}{% endif %}
    {% set relation = '"' ~ schema ~ '"."' ~ name ~ '"' %}
    {% do parts.update({"query": "select " ~ selected | join(", ") ~ " from " ~ relation}) %}

    {% if parts.ranged is none %}
        {% do parts.update({"buckets": ranges}) %}
    {% else %}
        {% do spark_cdc._reconcile_view(
            parts, "cdc_reconcile_limits",
            "select " ~ spark_cdc._source_cast(parts.database, "min(" ~ parts.quoted_key ~ ")") ~ " as least, "
            ~ spark_cdc._source_cast(parts.database, "max(" ~ parts.quoted_key ~ ")") ~ " as greatest from " ~ relation
        ) %}
        {% set limits = run_query("select string(try_cast(least as decimal(38,0))), string(try_cast(greatest as decimal(38,0))) from cdc_reconcile_limits").rows[0] %}
        {% if limits[0] is not none and limits[1] is not none %}{% do parts.update({"bounds": spark_cdc._reconcile_bounds(limits[0] | int, limits[1] | int, ranges)}) %}{% endif %}
    {% endif %}
    {% do spark_cdc._reconcile_view(parts, "cdc_reconcile_counted", parts.query, spark_cdc._reconcile_predicates(parts, range(parts.bounds | length + 1))) %}
{% endmacro %}
