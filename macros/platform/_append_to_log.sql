{#
    Builds a log to which runs only append: the first run creates it with all rows, and each later run adds its batch in one atomic
    append (docs/semantics.md, Logs, has the other writers). The model's body is the query of the first run. batch_of(before)
    returns the batch that this run reads, as a dict with `has_new` (whether there are new rows), `snapshot` (that of the log before
    the run looked at it) and `read` (see _note_read), and rows_of(batch) returns its query. If another run appends or replaces the
    log meanwhile, the append fails, and dbt_spark_cdc runs the model again.
#}
{% macro _append_to_log(batch_of, rows_of) %}
    {% set target = this.incorporate(type="table") %}
    {% set existing = load_cached_relation(this) %}
    {{ run_hooks(pre_hooks) }}
    {% set before = spark_cdc._before_run(existing) %}
    {% set incremental = before.own is not none %}
    {% set batch = batch_of(before) %}
    {% if not incremental %}
        {% if existing is not none and existing.is_view %}{% do adapter.drop_relation(existing) %}{% endif %}
        {% set partition_by = config.get("partition_by", []) %}
        {% set made = {"cdc.contract": spark_cdc._fingerprint(before.upstream), "cdc.made": spark_cdc._made_now(), "cdc.older": "", "cdc.trimming": ""} %}
        {% set seen = spark_cdc._before_replacing(existing) %}
        {% call statement("main") %}
            create or replace table {{ target }}
            {{ spark_cdc._table_options(partition_by=partition_by, properties=made) }}
            {{ spark_cdc._unless_written(target, seen) }}
            as {{ rows_of(batch) }}
        {% endcall %}
        {% do spark_cdc._check_written(target, seen) %}
        {% do batch.update({"made": made["cdc.made"]}) %}
    {% elif batch.has_new %}
        {% call statement("main") %}
            {{ spark_cdc._append(target, batch.snapshot, rows_of(batch)) }}
        {% endcall %}
        {% do spark_cdc._check_written(target, batch.snapshot) %}
    {% else %}
        {% call noop_statement("main", "no new rows") %}{% endcall %}
        {% do spark_cdc._last_look(this, before.own) %}
    {% endif %}
    {% do spark_cdc._note_read(batch, incremental) %}
    {{ run_hooks(post_hooks) }}
    {{ return({"relations": [target]}) }}
{% endmacro %}
