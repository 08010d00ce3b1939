{# The routed logs that cdc_column_evidence reads, as a list of {log, stream}. events: the relation of cdc_events(). #}
{% macro _evidence_parts(events) %}
    {% set parts = {} %}
    {% for table in spark_cdc._watched_tables(events) if table.routed %}
        {% do parts.update({table.routed.relation_name: {"log": table.routed.relation_name, "stream": table.stream}}) %}
    {% endfor %}
    {{ return(parts.values() | list) }}
{% endmacro %}
