{# The default: nothing is declared of a message. Column names match exactly, and the scaffold does not look at values. #}
{% macro _default__message(stream) %}{{ return({}) }}{% endmacro %}
