{#
    dbt-spark's own version turns NULL into the text 'None', breaks on quotes and backslashes and converts integers through
    double. This version writes exact literals. Declare `column_types` for each seed, so that
    dbt reads every cell as text and Spark casts it. dbt itself reads a blank cell and the word null as NULL. With
    config.meta.cdc.quoted_cells, a cell in single quotes stands for exactly the text between them: '' is the empty text.
#}
{% macro spark__load_csv_rows(model, agate_table) %}
    {% set types = model["config"].get("column_types") or {} %}
    {% set quoted = ((model.config.meta or {}).get("cdc") or {}).get("quoted_cells", false) %}
    {% set statements = [] %}
    {% for chunk in agate_table.rows | batch(500) %}
        {% set rows = [] %}
        {% for row in chunk %}
            {% set cells = [] %}
            {% for name in agate_table.column_names %}
                {% set cell = row[loop.index0] %}
                {% if quoted and cell is string and cell | length > 1 and cell[0] == "'" and cell[-1] == "'" %}{% set cell = cell[1:-1] %}{% endif %}
                {% set type = types.get(name, adapter.convert_type(agate_table, loop.index0)) %}
                {% do cells.append("cast(" ~ spark_cdc._string_literal(cell) ~ " as " ~ type ~ ")") %}
            {% endfor %}
            {% do rows.append("(" ~ cells | join(", ") ~ ")") %}
        {% endfor %}
        {% set sql = "insert into " ~ this.render() ~ " values\n" ~ rows | join(",\n") %}
        {% do adapter.add_query(sql, abridge_sql_log=True) %}
        {% do statements.append(sql) %}
    {% endfor %}
    {{ return(statements[0] if statements else "") }}
{% endmacro %}
