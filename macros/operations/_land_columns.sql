{# The columns of a table or query, as {lower-case name: {name, type}}. of: what to describe. #}
{% macro _land_columns(of) %}
    {% set columns = {} %}
    {# The parts of the partitioning follow the columns. #}
    {% set end = namespace(reached=false) %}
    {% for row in run_query("describe " ~ of).rows %}
        {% if not row[0] or row[0].startswith("#") %}{% set end.reached = true %}{% endif %}
        {% if not end.reached %}{% do columns.update({row[0] | lower: {"name": row[0], "type": row[1]}}) %}{% endif %}
    {% endfor %}
    {{ return(columns) }}
{% endmacro %}
