{# Which making of its logs the running model reads, as a short text: another one than noted calls for a new start. #}
{% macro _made_from() %}
    {% set made = [] %}
    {% for id in spark_cdc._node().depends_on.nodes if id in graph.nodes %}
        {% do made.append(spark_cdc._table_property("cdc.made", graph.nodes[id].relation_name)) %}
    {% endfor %}
    {{ return(local_md5(tojson(made))) }}
{% endmacro %}
