{# No value means that its column is absent: what a message leaves out is not in its JSON; see shareplex__images. #}
{% macro shareplex__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
