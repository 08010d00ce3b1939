{#
    Whether the view of the running model has this query, and the names and types of columns that the query now has. A query that begins or ends
    with a comment counts as another one, because Spark keeps a view's text without it.
#}
{% macro _is_view_of(sql) %}
    {% set text = sql | trim %}
    {% set shown = run_query("show create table " ~ this).rows[0][0] | trim %}
    {% if not (shown.endswith("\nAS " ~ text) or shown.endswith("\nAS\n" ~ text)) %}{{ return(false) }}{% endif %}
    {% set columns = [] %}
    {% for described in ["describe query " ~ text, "describe " ~ this] %}
        {% set found = [] %}
        {% for row in run_query(described).rows %}{% do found.append([row[0], row[1]]) %}{% endfor %}
        {% do columns.append(found) %}
    {% endfor %}
    {{ return(columns[0] == columns[1]) }}
{% endmacro %}
