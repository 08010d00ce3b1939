{# The columns of a table or query, in order, as a list of {name, type}. of: what to describe; "query <select>" describes a query. #}
{% macro _columns_of(of) %}
    {% set columns = [] %}
    {# The parts of the partitioning follow the columns, under a title without a type; a column's own name may begin with #. #}
    {% set end = namespace(reached=false) %}
    {% for row in run_query("describe " ~ of).rows %}
        {% if not row[1] %}{% set end.reached = true %}{% endif %}
        {% if not end.reached %}{% do columns.append({"name": row[0], "type": row[1]}) %}{% endif %}
    {% endfor %}
    {{ return(columns) }}
{% endmacro %}
