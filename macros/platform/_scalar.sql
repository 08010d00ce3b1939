{# The first value of a query's first row, or none. #}
{% macro _scalar(sql) %}
    {% set rows = run_query(sql).rows %}
    {{ return(rows[0][0] if rows | length else none) }}
{% endmacro %}
