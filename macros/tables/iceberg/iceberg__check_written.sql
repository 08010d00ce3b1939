{# Nothing: the statement itself fails. #}
{% macro iceberg__check_written(table, snapshot) %}{% endmacro %}
