{#
    body with `name` standing for value, which is computed once. SQL has no other way to name a value inside an
    expression, and an expression that repeats a long value soon becomes too large for Spark to plan in good time.
#}
{% macro _let(name, value, body) -%}
    transform(array({{ value }}), {{ name }} -> {{ body }})[0]
{%- endmacro %}
