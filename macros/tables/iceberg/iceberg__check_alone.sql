{# Nothing: the merge itself fails. #}
{% macro iceberg__check_alone(state, snapshot) %}{% endmacro %}
