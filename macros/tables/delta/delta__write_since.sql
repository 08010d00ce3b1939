{# See _write_since and delta__append. #}
{% macro delta__write_since(table, snapshot, replaced, rows) %}
    {% set names = [] %}
    {% for column in spark_cdc._columns_of(table) %}{% do names.append("`" ~ column.name ~ "`") %}{% endfor %}
    {% set names = names | join(", ") %}
    insert into {{ table }} {{ spark_cdc._delta_writer(table, snapshot) }} replace where {{ replaced }}
    select {{ names }}, * except ({{ names }}) from ({{ rows }}) as added
{% endmacro %}
