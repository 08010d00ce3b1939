{#
    Creates a temporary view over a query that the source runs, or raises the source's error.
    predicates: see create_view in source_database.py.
#}
{% macro _reconcile_view(parts, view, query, predicates=[]) %}
    {% set problem = modules.spark_cdc.source_view(view, parts.url, query, predicates) %}
    {% if problem %}{{ exceptions.raise_compiler_error("spark_cdc: cdc_reconcile: " ~ problem ~ ". Read: docs/reconciliation.md") }}{% endif %}
{% endmacro %}
