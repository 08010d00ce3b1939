{#
    body with `name` standing for value, which is computed once. SQL has no other way to name a value inside an
    expression, and text that repeats a long value grows with each step beyond what Spark can plan in good time.
#}
{% macro _let(name, value, body) -%}
    transform(array({{ value }}), {{ name }} -> {{ body }})[0]
{%- endmacro %}
