{#
    The logs that hold a stream's metadata messages: its own, and the logs that its routed model reads beside landing
    (cdc_routed's argument metadata). None where nothing runs, as in a unit test, which may not read what is there.
#}
{% macro _qlik_metadata_logs(stream) %}
    {% set logs = [] %}
    {% set running = model if model is defined else {} %}
    {% if not execute or running.resource_type == "unit_test" %}{{ return(logs) }}{% endif %}
    {% for node in graph.nodes.values() if spark_cdc._is_log(node) and stream.node in node.depends_on.nodes %}
        {% if node.unique_id == running.unique_id and spark_cdc._is_incremental() %}{% do logs.append(this.render()) %}{% endif %}
        {% for other in spark_cdc._logs_read_by(node) if adapter.get_relation(other.database, other.schema, other.alias) is not none %}
            {% do logs.append(other.relation_name) %}
        {% endfor %}
    {% endfor %}
    {{ return(logs | unique | list) }}
{% endmacro %}
