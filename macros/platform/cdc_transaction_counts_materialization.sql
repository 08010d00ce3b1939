{#
    The small table of cdc_transaction_counts. Each run adds the batches that cdc_batches has counted since, by replacing the table in
    one step together with notes of what it has read (cdc.counted: for each log when it was built, and its last batch; cdc.batches:
    the snapshot of cdc_batches), so that runs are restartable. Without new counts nothing is asked. A rebuilt log is counted from
    its first row. If a format's counts come in messages of their own (class transaction) and none has landed, no transaction could
    ever be complete, and nothing is counted. The table is read as it was when its properties were, as in cdc_column_evidence.
#}
{% materialization cdc_transaction_counts, adapter="spark", supported_languages=["sql"] %}
    {% set target = this.incorporate(type="table") %}
    {% set existing = load_cached_relation(this) %}
    {{ run_hooks(pre_hooks) }}
    {% if existing is not none and existing.is_view %}{% do adapter.drop_relation(existing) %}{% endif %}
    {% set properties = spark_cdc._before_run(existing).own %}
    {% set incremental = properties is not none %}
    {% set noted = fromjson(properties["cdc.counted"] or "{}") if incremental else {} %}
    {% set logs = spark_cdc._counted_transactions(spark_cdc._upstream()) %}
    {% set batches, counted, new_logs = ref(model.refs[1].name), {}, [] %}
    {% set found = {} %}
    {% set seen = spark_cdc._snapshot(batches) if logs else none %}
    {% set is_new = logs and (not seen or seen != properties["cdc.batches"] or noted.keys() | sort != logs | map(attribute="name") | sort) %}
    {% if is_new %}
        {% set counts = "(select " ~ spark_cdc._in_one_task() ~ "cdc_log, cdc_batch, cdc_class from " ~ batches ~ ")" %}
        {% for row in run_query("select cdc_log, max(cdc_batch), max(cdc_class = 'transaction') from " ~ counts ~ " as counts group by cdc_log").rows %}
            {% do found.update({row[0]: row}) %}
        {% endfor %}
    {% endif %}
    {% for log in logs if is_new %}
        {% set made = spark_cdc._table_property("cdc.made", log.relation) %}
        {% set before = noted.get(log.name, {}) %}
        {% set keep = before != {} and before.made == made %}
        {% set newest = found[log.name][1] | int if log.name in found else -1 %}
        {% do log.stream.update({"boundaries": found[log.name][2] if log.name in found else false}) %}
        {# In a trimmed log, only later batches have all messages of their transactions. #}
        {% set trimmed = spark_cdc._scalar("select max(cdc_batch) from " ~ log.relation ~ " where cdc_class = 'trimmed'") if not keep else none %}
        {% do log.update({"keep": keep, "last": before.batch if keep else (trimmed if trimmed is not none else -1) | int, "newest": newest}) %}
        {% do log.update({"uncounted": newest <= log.last or not spark_cdc._format(log.stream.format, "transactions")(log.stream, log.relation)}) %}
        {% do counted.update({log.name: {"made": made, "batch": newest}}) %}
        {% if not keep or newest > log.last %}{% do new_logs.append(log) %}{% endif %}
    {% endfor %}
    {% set notes = {"cdc.counted": tojson(counted, sort_keys=true), "cdc.batches": seen or ""} %}
    {% if incremental and not (new_logs or is_new and seen) %}
        {% call noop_statement("main", "no new rows") %}{% endcall %}
    {% elif incremental and new_logs | rejectattr("uncounted") | list == [] and new_logs | rejectattr("keep") | list == [] %}
        {% call statement("main") %}alter table {{ target }} set {{ spark_cdc._properties_clause(notes) }}{% endcall %}
    {% else %}
        {% call statement("main") %}
            create or replace table {{ target }}
            {{ spark_cdc._using(notes) }}
            as {{ spark_cdc._transaction_rows(logs, batches, spark_cdc._as_of(this, properties["snapshot"]) if incremental) }}
        {% endcall %}
    {% endif %}
    {{ run_hooks(post_hooks) }}
    {{ return({"relations": [target]}) }}
{% endmaterialization %}
