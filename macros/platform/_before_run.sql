{#
    What a run of the running model starts from, as a dict; each table is looked at once.
    - own: the properties of `this` table (_table_properties), if the run adds to it; none in a first run, in a full refresh, and
      wherever no model runs;
    - upstream: those of the log that the model reads, if it is a typed log over a routed one, or a state; else none. They are those
      that another model of this run has found (_last_look), unless `this` table was built from another log.
    A typed log or a state that was built by another contract is rebuilt, because the routed log has every message that it needs.
    A log straight over landing is not, because landing may have been trimmed: the run takes it over from an earlier release
    (_take_over), or stops, and the user decides. existing: `this` in dbt's cache, or none.
#}
{% macro _before_run(existing) %}
    {% if not spark_cdc._runs() %}{{ return({"own": none, "upstream": none}) }}{% endif %}
    {% set node = spark_cdc._node() %}
    {% set adds = existing is not none and existing.is_table and not should_full_refresh() %}
    {% set own = spark_cdc._table_properties() if adds else none %}
    {% set upstream = none %}
    {% if node.config.materialized == "cdc_state" or node.name.startswith("changes_") and spark_cdc._logs_read_by(node) %}
        {% set log = spark_cdc._upstream() %}
        {% set upstream = spark_cdc._last_look(log) %}
        {% if not upstream or adds and own["cdc.contract"] != spark_cdc._fingerprint(upstream) %}
            {% set upstream = spark_cdc._last_look(log, spark_cdc._table_properties(log)) %}
        {% endif %}
    {% endif %}
    {% set fingerprint = spark_cdc._fingerprint(upstream) if adds %}
    {% if fingerprint and own["cdc.contract"] != fingerprint %}
        {% if not node.depends_on.nodes | select("in", graph.sources) | list %}
            {% set own = none %}
        {% elif spark_cdc._take_over(own) %}
            {% set own = spark_cdc._table_properties() %}
        {% else %}
            {{ spark_cdc._error("log_of_another_configuration", log=this | string, model=model.name) }}
        {% endif %}
    {% endif %}
    {{ return({"own": own, "upstream": upstream}) }}
{% endmacro %}
