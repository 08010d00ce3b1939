{# The scale of a type decimal(p,s). #}
{% macro _decimal_scale(type) %}{{ return((type.strip("decimal()").split(",") + ["0"])[1] | trim | int) }}{% endmacro %}
