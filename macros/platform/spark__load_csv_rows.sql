{#
    dbt-spark's own version turns NULL into the text 'None', breaks on quotes and backslashes and sends integers through
    double. This one writes exact literals. The words of a cell are kept: declare `column_types` for each seed, so that
    dbt reads every cell as text and Spark casts it. An empty cell is NULL; the word `''` (two quotes) is an empty text.
#}
{% macro spark__load_csv_rows(model, agate_table) %}
    {% set types = model["config"].get("column_types") or {} %}
    {% set statements = [] %}
    {% for chunk in agate_table.rows | batch(500) %}
        {% set rows = [] %}
        {% for row in chunk %}
            {% set cells = [] %}
            {% for name in agate_table.column_names %}
                {% set cell = row[loop.index0] %}
                {% set type = types.get(name, spark_cdc.agate_type_of(agate_table, loop.index0)) %}
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

{% macro agate_type_of(agate_table, index) %}
    {{ return(adapter.convert_type(agate_table, index)) }}
{% endmacro %}
