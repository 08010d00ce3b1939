{# The default: the landing columns are those that every stream has (_stream). #}
{% macro _default__landing() %}{{ return({}) }}{% endmacro %}
