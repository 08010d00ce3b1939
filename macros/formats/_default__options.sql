{# The default: a format without options. See docs/adding_a_format.md, The folder. #}
{% macro _default__options() %}{{ return({}) }}{% endmacro %}
