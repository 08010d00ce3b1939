{# The sentence that cdc_maintain prints of a table before and after a step. found: of _maintenance. #}
{% macro _maintenance_found(table, format, found) %}
    {{ return(spark_cdc._of_format("maintenance_found", format=format)(table, found)) }}
{% endmacro %}
