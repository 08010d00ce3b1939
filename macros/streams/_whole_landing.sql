{# The batch of a query over all of landing, as a dict like _next_batch's. rows: its relation (_landing). #}
{% macro _whole_landing(rows) %}
    {{ return({"rows": rows, "all_new": true, "repeats": true, "seen": "", "number": 0, "read": none}) }}
{% endmacro %}
