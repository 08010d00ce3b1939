{#
    The input of row accounting, as a dict: logs (_logs_of, with what _uncounted adds) and counts, the relation of cdc_batches, in which
    each log that has changed since it was counted is counted again. accounting: relation of cdc_accounting. The tests of a run share it.
#}
{% macro _counted_now(accounting) %}
    {% set question = "counted now: " ~ accounting %}
    {% set known = spark_cdc._last_look(question) %}
    {% if known %}{{ return(known) }}{% endif %}
    {% set of = namespace(batches=none) %}
    {% for node in graph.nodes.values() if node.relation_name == accounting.render() %}
        {% for id in node.depends_on.nodes if graph.nodes[id].config.materialized == "cdc_batches" %}{% set of.batches = graph.nodes[id] %}{% endfor %}
    {% endfor %}
    {% set events = graph.nodes[of.batches.depends_on.nodes | select("in", graph.nodes) | first] %}
    {% set logs = spark_cdc._logs_of(spark_cdc._tables_of(events)) %}
    {% set found = spark_cdc._uncounted(logs.values(), of.batches.relation_name) %}
    {% set other = found.grown + found.other %}
    {% set queries = spark_cdc._all_counts(other, of.batches.relation_name) if other else ["select * from " ~ of.batches.relation_name] %}
    {{ return(spark_cdc._last_look(question, {"logs": logs, "counts": "(" ~ spark_cdc._union_all(queries, few=not other) ~ ")"})) }}
{% endmacro %}
