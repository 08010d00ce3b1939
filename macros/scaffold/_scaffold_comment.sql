{# A text as one line of a YAML comment: without braces, which could be Jinja, and without anything that ends the line. #}
{% macro _scaffold_comment(indent, text) %}
    {% set safe = modules.re.sub("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufeff]", " ", text | replace("{", "(") | replace("}", ")")) %}
    {{ return(" " * indent ~ "# " ~ safe) }}
{% endmacro %}
