{#
    A regular expression for what may stand ahead of a statement's first word: blanks and comments, up to 200 (Java's
    regular expressions take stack for every repetition of a group, so that none may be without bound).
#}
{% macro _statement_start() -%}(?is)^(?:\s+|/[*].*?[*]/|(?:--|#)[^\n]*\n){0,200}+{%- endmacro %}
