{#
    Creates a temporary view over a query that the source runs, or raises the source's error.
    predicates: see create_view in source_database.py.
#}
{% macro _reconcile_view(parts, view, query, predicates=[]) %}
    {% set problem = modules.spark_cdc.source_view(view, parts.url, query, predicates) %}
    {% if problem %}{{ spark_cdc._error(problem.name, **problem.values) }}{% endif %}
{% endmacro %}
