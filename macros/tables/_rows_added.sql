{# How many rows the appends in a table's history (_history) have added; none if that is not known. #}
{% macro _rows_added(history) %}
    {% set rows = (history or []) | selectattr("operation", "equalto", "append") | map(attribute="rows") | list %}
    {{ return(none if history is none or none in rows else rows | sum) }}
{% endmacro %}
