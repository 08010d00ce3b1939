{# The error (_run_errors) about a missing catalog for Iceberg tables, if the default catalog is Spark's own; none if it has. #}
{% macro iceberg__missing_catalog() %}{{ return("engine_catalog") }}{% endmacro %}
