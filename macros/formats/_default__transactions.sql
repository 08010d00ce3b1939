{# The default: no message has the number of messages of its transaction. See docs/adding_a_format.md, Transactions. #}
{% macro _default__transactions(stream, rows) %}{{ return(none) }}{% endmacro %}
