{# The landing columns are those that every stream has by default (_stream). #}
{% macro _default__landing() %}{{ return({}) }}{% endmacro %}
