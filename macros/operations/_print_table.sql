{# Prints a query's rows as a table, with a heading. #}
{% macro _print_table(heading, sql) %}
    {% set table = run_query(sql) %}
    {{ print("\n" ~ heading) }}
    {% if table.rows %}{% do table.print_table(max_rows=50, max_columns=12, max_column_width=60) %}{% else %}{{ print("(none)") }}{% endif %}
{% endmacro %}
