{#
    The relation from which a stream's landing rows are read with the expressions of stream.landing: its source's table,
    `first`, or with landing_tables the union of all of them, with the names of the landing columns.
    tables: see _landing_tables; clauses: what to read of each table, as SQL, by table; a table without is left out.
#}
{% macro _landing(stream, first, tables=none, clauses=none) %}
    {% if not stream.landing_tables %}{{ return(clauses[first | string] if clauses else first) }}{% endif %}
    {% set parts = [] %}
    {% for table in tables or spark_cdc._landing_tables(stream, first) if not clauses or table.relation | string in clauses %}
        {% set columns = [] %}
        {% for name, expression in stream.landing_columns.items() %}
            {% do columns.append(expression | string | replace("{table}", table.name) ~ " as `" ~ name ~ "`") %}
        {% endfor %}
        {% do parts.append("select " ~ columns | join(", ") ~ " from " ~ (clauses[table.relation | string] if clauses else table.relation) ~ " as landing") %}
    {% endfor %}
    {{ return("(" ~ parts | join(" union all ") ~ ")") }}
{% endmacro %}
