{#
    The rows of a query, for a test to print, and the SQL for dbt to test: the query, or one without rows if it has none, so that dbt
    does not run it again. A dict of rows and sql. query: none if there is nothing to look for.
#}
{% macro _findings_to_test(query) %}
    {% set rows = run_query(query).rows if query else [] %}
    {{ return({"rows": rows, "sql": query if rows else "select 1 as cdc_nothing_found where false"}) }}
{% endmacro %}
