{# No value stands for "not told": a column that the message leaves out is absent (see canal__images). #}
{% macro canal__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
