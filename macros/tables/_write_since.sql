{#
    The statement that replaces the rows of a table for which the condition `replaced` holds by the rows of a query, by name. It fails, or
    _check_written does, if another run has added rows to the table, or replaced it, since `snapshot`: see _append.
#}
{% macro _write_since(table, snapshot, rows, replaced="true") %}
    {# REPLACE WHERE takes columns by their order. The second part of the list is empty, or an error names the surplus columns. #}
    {% set names = [] %}
    {% for column in spark_cdc._columns_of(table) %}{% do names.append("`" ~ column.name ~ "`") %}{% endfor %}
    {% set names = names | join(", ") %}
    insert into {{ table }} with {{ spark_cdc._of_format("writer", snapshot)(table, snapshot) }} replace where {{ replaced }}
    select {{ names }}, * except ({{ names }}) from ({{ rows }}) as added
{% endmacro %}
