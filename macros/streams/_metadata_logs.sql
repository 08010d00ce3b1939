{#
    The logs with the metadata messages of a stream whose format needs them (_needs_metadata):
    the stream's own log, and those that its routed model reads beside landing (cdc_routed's argument metadata). It is an empty
    list where no model runs, as in a unit test, which must not read existing tables, and none where the running model is a
    changes model straight over landing, which keeps no metadata.
#}
{% macro _metadata_logs(stream) %}
    {% set logs = [] %}
    {% if not execute or not spark_cdc._needs_metadata(stream) %}{{ return(logs) }}{% endif %}
    {% set running = model if model is defined else {} %}
    {% set node = spark_cdc._node() if running else none %}
    {% if node and node.name.startswith("changes_") and stream.node in node.depends_on.nodes %}{{ return(none) }}{% endif %}
    {% if running.resource_type == "unit_test" %}{{ return(logs) }}{% endif %}
    {% for node in graph.nodes.values() if spark_cdc._is_log(node) and stream.node in node.depends_on.nodes %}
        {% if node.unique_id == running.unique_id and spark_cdc._before_run(load_cached_relation(this)).own %}{% do logs.append(this.render()) %}{% endif %}
        {% for other in spark_cdc._logs_read_by(node) if adapter.get_relation(other.database, other.schema, other.alias) is not none %}
            {% do logs.append(other.relation_name) %}
        {% endfor %}
    {% endfor %}
    {{ return(logs | unique | list) }}
{% endmacro %}
