{# Whether a table's history (_history) is known and has no other operations than these. #}
{% macro _has_only(history, operations) %}
    {{ return(history is not none and not history | map(attribute="operation") | reject("in", operations) | list) }}
{% endmacro %}
