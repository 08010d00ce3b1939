{#
    A SQL expression for a statement from its first word on: without the blanks and comments ahead of it, however many.
    Each is a match of its own (\G), since a repeated group takes Java's stack.
#}
{% macro _without_comments_ahead(statement) -%}
    regexp_replace({{ statement }}, r'(?s)\G(?:\s+|/[*].*?[*]/|(?:--|#)[^\n]*\n)', '')
{%- endmacro %}
