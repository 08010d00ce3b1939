{# See _maintenance_found. #}
{% macro iceberg__maintenance_found(table, found) %}{{ return(spark_cdc._scalar(found)) }}{% endmacro %}
