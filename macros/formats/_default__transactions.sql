{# No message says how many messages its transaction has: see docs/adding_a_format.md, Transactions. #}
{% macro _default__transactions(stream, rows) %}{{ return(none) }}{% endmacro %}
