{#
    The snapshots of what the running model reads, by which a table in place of a view is known to be up to date. Another value in each run
    if one of them has no snapshot, or if the SQL has the time of the query in it.
#}
{% macro _inputs_of_view(sql) %}
    {% set found = [] %}
    {% for id in model.depends_on.nodes %}
        {% set snapshot = spark_cdc._snapshot((graph.nodes.get(id) or graph.sources.get(id)).relation_name) %}
        {% do found.append(snapshot or invocation_id) %}
    {% endfor %}
    {% if "current_timestamp" in sql %}{% do found.append(invocation_id) %}{% endif %}
    {{ return(found) }}
{% endmacro %}
