{# The default: a format without errors of its own. See docs/adding_a_format.md, Errors. #}
{% macro _default__errors() %}{{ return({}) }}{% endmacro %}
