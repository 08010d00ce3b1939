{#
    The logs of tables (see _tables_of), as a dict by model name: id (in dbt's graph), name, relation, layer (changes or routed),
    reads_landing, the stream that it reads and, for a changes log, its table.
#}
{% macro _logs_of(tables) %}
    {% set logs = {} %}
    {% for table in tables %}
        {% do logs.update({table.changes.name: {
            "id": table.changes.unique_id, "name": table.changes.name, "relation": table.changes.relation_name, "layer": "changes", "reads_landing": not table.routed,
            "stream": table.stream, "table": table,
        }}) %}
        {% for routed in [table.routed] + spark_cdc._logs_read_by(table.routed) if table.routed %}
            {% do logs.update({routed.name: {
                "id": routed.unique_id, "name": routed.name, "relation": routed.relation_name, "layer": "routed", "reads_landing": true,
                "stream": spark_cdc._stream(routed), "table": none,
            }}) %}
        {% endfor %}
    {% endfor %}
    {{ return(logs) }}
{% endmacro %}
