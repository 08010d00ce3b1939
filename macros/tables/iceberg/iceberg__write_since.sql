{#
    The statement that replaces the rows of a table for which the condition `replaced` holds by the rows of a query, by name.
    It fails if another run has added rows to the table, or replaced it, since `snapshot`.
#}
{% macro iceberg__write_since(table, snapshot, replaced, rows) %}
    {# REPLACE WHERE takes columns by their order. The second part of the list is empty, or an error names the surplus columns. #}
    {% set names = [] %}
    {% for column in spark_cdc._columns_of(table) %}{% do names.append("`" ~ column.name ~ "`") %}{% endfor %}
    {% set names = names | join(", ") %}
    {% set since = "" if snapshot == "none" else ", 'validate-from-snapshot-id' = '" ~ snapshot ~ "'" %}
    insert into {{ table }} with ('isolation-level' = 'serializable'{{ since }}) replace where {{ replaced }}
    select {{ names }}, * except ({{ names }}) from ({{ rows }}) as added
{% endmacro %}
