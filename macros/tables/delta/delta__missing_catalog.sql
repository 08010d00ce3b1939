{# The error (_run_errors) about a missing catalog for Delta tables, if the default catalog is Spark's own. #}
{% macro delta__missing_catalog() %}{{ return("engine_catalog_delta") }}{% endmacro %}
