{#
    The counts of cdc_batches. Each run appends the counts of the new batches. A log is counted again from its first row if it is
    new or was rebuilt, if anything but an append has changed it, or if its counts do not agree; and in every run while the
    state lacks one of its changes. If another run writes counts meanwhile, dbt_spark_cdc runs the model again. Rows of class
    `read` stay, even if their batch is no longer in the log, and in a full refresh.
    The properties have, for each log: when it was built, its snapshot, last batch and highest position when it was counted, and
    whether it agreed; and cdc.counts_snapshot, the snapshot of the counts of which these are true.
#}
{% materialization cdc_batches, adapter="spark", supported_languages=["sql"] %}
    {% set target = this.incorporate(type="table") %}
    {% set existing = load_cached_relation(this) %}
    {{ run_hooks(pre_hooks) }}
    {% if existing is not none and existing.is_view %}{% do adapter.drop_relation(existing) %}{% endif %}
    {% set incremental = existing is not none and existing.is_table %}
    {% set logs = spark_cdc._logs_of(spark_cdc._watched_tables(spark_cdc._upstream())) %}
    {% set found = spark_cdc._uncounted(logs.values(), this if incremental) %}
    {% if not incremental %}{% do found.update({"snapshot": spark_cdc._before_replacing(none)}) %}{% endif %}
    {% if should_full_refresh() %}{% do found.update({"grown": [], "other": logs.values() | list, "added": {}}) %}{% endif %}
    {% set last = found.last %}
    {% if found.grown and not last %}
        {% for row in run_query("select cdc_log, max(cdc_batch), " ~ spark_cdc._last_position() ~ " from " ~ this ~ " group by cdc_log").rows %}
            {% do last.update({row[0]: [row[1], row[2]]}) %}
        {% endfor %}
    {% endif %}
    {% set since = {} %}
    {% for log in found.grown %}{% do since.update({log.name: last.get(log.name, [-1, none])}) %}{% endfor %}
    {% if found.other or not incremental %}
        {% call statement("main") %}{{ spark_cdc._counted_again(target, found.grown + found.other, found.snapshot, incremental, since, rest=not should_full_refresh()) }}{% endcall %}
        {% do spark_cdc._check_written(target, found.snapshot) %}
    {% elif found.grown %}
        {% set few = found.added | length == found.grown | length and found.added.values() | sum <= spark_cdc._few_rows() %}
        {% call statement("main") %}{{ spark_cdc._append(target, found.snapshot, spark_cdc._union_all([spark_cdc._log_counts(found.grown, since, few)], few, one_file=true)) }}{% endcall %}
        {% do spark_cdc._check_written(target, found.snapshot) %}
    {% else %}
        {% call noop_statement("main", "no new rows") %}{% endcall %}
    {% endif %}
    {% if found.grown or found.other %}
        {% set written = spark_cdc._snapshot(target) %}
        {% set checked = spark_cdc._check_counts(spark_cdc._as_of(target, written), found) %}
        {% if checked.wrong %}
            {% do run_query(spark_cdc._counted_again(target, checked.wrong, written, true)) %}
            {% do spark_cdc._check_written(target, written) %}
            {% set written = spark_cdc._snapshot(target) %}
            {% set checked = spark_cdc._check_counts(spark_cdc._as_of(target, written), {"grown": [], "other": found.grown + found.other, "added": {}}) %}
        {% endif %}
        {% set notes = {"cdc.counts_snapshot": written or ""} %}
        {% for name, note in checked.notes.items() %}{% do notes.update({"cdc.counted." ~ name: tojson(note, sort_keys=true)}) %}{% endfor %}
        {% do spark_cdc._set_properties(target, notes) %}
    {% endif %}
    {{ run_hooks(post_hooks) }}
    {{ return({"relations": [target]}) }}
{% endmaterialization %}
