{#
    The small table of totals of cdc_column_evidence. Each run adds the new batches by replacing the table in one
    step together with notes of what it has read (cdc.read: the snapshot of each log; cdc.counted: the last batch of each with a change),
    so that runs are restartable. A rebuilt log (property cdc.made) is read from its first row. The table is read as it was when its
    properties were: of two runs that overlap, the one that writes last counts, and the next run adds what that one lacks.
#}
{% materialization cdc_column_evidence, adapter="spark", supported_languages=["sql"] %}
    {% set target = this.incorporate(type="table") %}
    {% set existing = load_cached_relation(this) %}
    {{ run_hooks(pre_hooks) }}
    {% if existing is not none and existing.is_view %}{% do adapter.drop_relation(existing) %}{% endif %}
    {% set noted = spark_cdc._before_run(existing).own or {} %}
    {% set counted = spark_cdc._as_of(this, noted["snapshot"]) %}
    {% set made, read, new_parts = [], {}, [] %}
    {% set parts = spark_cdc._evidence_parts(spark_cdc._upstream()) %}
    {% for part in parts %}
        {% set properties = spark_cdc._table_properties(part.log) %}
        {% do made.append(properties["cdc.made"]) %}
        {% if properties["snapshot"] %}{% do read.update({part.log: properties["snapshot"]}) %}{% endif %}
    {% endfor %}
    {% set incremental = noted["cdc.made_from"] == local_md5(tojson(made)) %}
    {% set before = fromjson(noted["cdc.read"] or "{}") if incremental else {} %}
    {% set last = fromjson(noted["cdc.counted"] or "{}") if incremental else {} %}
    {% for part in parts if not incremental or part.log not in read or read[part.log] != before[part.log] %}
        {% if incremental and part.log not in last %}
            {% set newest = spark_cdc._scalar("select max(cdc_batch) from " ~ counted ~ " where cdc_stream = '" ~ part.stream.name ~ "'") %}
            {% do last.update({part.log: newest if newest is not none else -1}) %}
        {% endif %}
        {% do part.update({"last": last.get(part.log, -1)}) %}
        {% set fresh = run_query("select max(cdc_batch), count(*) from " ~ part.log ~ " where cdc_class = 'change' and " ~ spark_cdc._in_batches(part.last)).rows[0] %}
        {% if fresh[1] %}
            {% do part.update({"newest": fresh[0], "changes": fresh[1] | int}) %}
            {% do last.update({part.log: fresh[0] | int}) %}
            {% do new_parts.append(part) %}
        {% endif %}
    {% endfor %}
    {% if incremental and not new_parts %}
        {% call noop_statement("main", "no new rows") %}{% endcall %}
    {% else %}
        {% call statement("main") %}
            create or replace table {{ target }}
            {{ spark_cdc._using({"cdc.made_from": local_md5(tojson(made)), "cdc.read": tojson(read, sort_keys=true), "cdc.counted": tojson(last, sort_keys=true)}) }}
            as {{ spark_cdc._evidence_rows(new_parts, counted if incremental) }}
        {% endcall %}
    {% endif %}
    {{ run_hooks(post_hooks) }}
    {{ return({"relations": [target]}) }}
{% endmaterialization %}
