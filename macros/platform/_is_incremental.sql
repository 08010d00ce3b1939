{#
    True if this run adds to an existing table; false for a first run, a full refresh, and wherever no model runs.
    A typed log or a state that was built by another contract is rebuilt, because the routed log has every message that it needs.
    A log straight over landing is not, because landing may have been trimmed: the run takes it over from an earlier release
    (_take_over), or stops, and the user decides.
#}
{% macro _is_incremental() %}
    {% if not spark_cdc._runs() %}{{ return(false) }}{% endif %}
    {% set existing = load_cached_relation(this) %}
    {% if existing is none or not existing.is_table or should_full_refresh() %}{{ return(false) }}{% endif %}
    {% set fingerprint = spark_cdc._fingerprint() %}
    {% if not fingerprint or spark_cdc._table_property("cdc.contract") == fingerprint %}{{ return(true) }}{% endif %}
    {% if spark_cdc._node().depends_on.nodes | select("in", graph.sources) | list %}
        {% if spark_cdc._take_over() %}{{ return(true) }}{% endif %}
        {{ spark_cdc._error("log_of_another_configuration", log=this | string, model=model.name) }}
    {% endif %}
    {{ return(false) }}
{% endmacro %}
