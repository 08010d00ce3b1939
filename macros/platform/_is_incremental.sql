{#
    True if this run adds to an existing table; false for a first run, a full refresh, and wherever no model runs.
    A typed log or a state that was built by another contract is rebuilt, because the routed log has every message that it needs.
    A log straight over landing is not, because landing may have been trimmed: the run stops, and the user decides.
#}
{% macro _is_incremental() %}
    {% if not spark_cdc._runs() %}{{ return(false) }}{% endif %}
    {% set existing = load_cached_relation(this) %}
    {% if existing is none or not existing.is_table or should_full_refresh() %}{{ return(false) }}{% endif %}
    {% set fingerprint = spark_cdc._fingerprint() %}
    {% if not fingerprint or spark_cdc._table_property("cdc.contract") == fingerprint %}{{ return(true) }}{% endif %}
    {% if spark_cdc._node().depends_on.nodes | select("in", graph.sources) | list %}
        {{ exceptions.raise_compiler_error(
            "spark_cdc: " ~ this ~ " was made by another configuration: its stream's format, options or landing columns have "
            ~ "changed, or the contract or this package. It reads landing itself, so that a rebuild is complete only if "
            ~ "landing still holds all messages. If it does: dbt build --full-refresh --select " ~ model.name
            ~ "+. If not, take the change back. Read: docs/quarantine.md, Fix the cause and reprocess"
        ) }}
    {% endif %}
    {{ return(false) }}
{% endmacro %}
