{# The options of a format that has none: see docs/adding_a_format.md, The folder. #}
{% macro _default__options() %}{{ return({}) }}{% endmacro %}
