{#
    A SQL expression for a statement from its first word on, without any number of blanks and comments ahead of it.
    Each is a match of its own (\G), because a repeated group uses Java's stack.
#}
{% macro _without_comments_ahead(statement) -%}
    regexp_replace({{ statement }}, r'(?s)\G(?:\s+|/[*].*?[*]/|(?:--|#)[^\n]*\n)', '')
{%- endmacro %}
