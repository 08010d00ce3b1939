{# The properties of a small table, or of a landing table. #}
{% macro iceberg__small_properties(landing) %}{{ return({}) }}{% endmacro %}
