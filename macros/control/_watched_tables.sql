{# _tables_of() for a control model that reads the model of cdc_events(). #}
{% macro _watched_tables(events) %}
    {% for id in spark_cdc._node().depends_on.nodes if graph.nodes[id].relation_name == events.render() %}
        {{ return(spark_cdc._tables_of(graph.nodes[id])) }}
    {% endfor %}
{% endmacro %}
