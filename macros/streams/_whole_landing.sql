{# What a query over all of landing reads, as a dict like _next_batch's. rows: the relation of it (_landing). #}
{% macro _whole_landing(rows) %}
    {{ return({"rows": rows, "all_new": true, "repeats": true, "seen": "", "number": 0, "read": none}) }}
{% endmacro %}
