{# The columns of a table or query, as {lower-case name: {name, type}}. of: what to describe. #}
{% macro _land_columns(of) %}
    {% set columns = {} %}
    {% for row in run_query("describe " ~ of).rows if row[0] and not row[0].startswith("#") %}
        {% do columns.update({row[0] | lower: {"name": row[0], "type": row[1]}}) %}
    {% endfor %}
    {{ return(columns) }}
{% endmacro %}
