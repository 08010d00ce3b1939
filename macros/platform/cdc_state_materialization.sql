{#
    A state table. The first run and a full refresh replace it in one step. Every other run merges the rows for the new
    batches of the changes log (a table without key is replaced), and then notes what it has applied. If another run writes to the
    state meanwhile, the merge fails, and dbt_spark_cdc runs the model again.
#}
{% materialization cdc_state, adapter="spark", supported_languages=["sql"] %}
    {% set target = this.incorporate(type="table") %}
    {% set existing = load_cached_relation(this) %}
    {% set contract = spark_cdc._contract(spark_cdc._node().name | replace("state_", "", 1)) %}
    {% set changes = spark_cdc._upstream() %}
    {{ run_hooks(pre_hooks) }}
    {% if existing is not none and existing.is_view %}{% do adapter.drop_relation(existing) %}{% endif %}
    {% set before = spark_cdc._before_run(existing) %}
    {% set merge = before.own is not none %}
    {% set range = spark_cdc._state_range(contract, changes, before) %}
    {% if merge and range.upto <= range.after %}
        {% call noop_statement("main", "no new rows") %}{% endcall %}
        {% do spark_cdc._last_look(this, before.own) %}
    {% else %}
        {% if merge and contract.key %}
            {% call statement("main") %}
                merge into {{ target }} as t
                using (
                    select * from ({{ spark_cdc._state_rows(contract, range.changes, range) }}) as folded
                    where {{ spark_cdc._is_at(target, range.snapshot) }}
                ) as s
                    on {{ spark_cdc._same_key(contract.key, "t", "s") }}
                when matched then update set *
                when not matched then insert *
            {% endcall %}
            {% do spark_cdc._check_alone(target, range.snapshot) %}
            {% if range.quarantined or range.marked %}
                {% do range.update({"snapshot": spark_cdc._next_snapshot(target, range.snapshot)}) %}
                {# Else another run has merged since; it sets the marks. #}
                {% if range.snapshot %}{% do spark_cdc._mark_stale(target, contract, range.changes, range) %}{% endif %}
            {% endif %}
        {% else %}
            {% do range.update({"merge": false, "snapshot": none, "made": spark_cdc._made_now()}) %}
            {% set made = {"cdc.applied_batch": range.upto, "cdc.made_batch": range.upto, "cdc.made": range.made, "cdc.contract": spark_cdc._fingerprint(before.upstream)} %}
            {% call statement("main") %}
                create or replace table {{ target }} {{ spark_cdc._table_options(properties=made) }}
                as {{ spark_cdc._state_rows(contract, range.changes, range) }}
            {% endcall %}
        {% endif %}
        {% do spark_cdc._note_applied(target, range) %}
    {% endif %}
    {{ run_hooks(post_hooks) }}
    {{ return({"relations": [target]}) }}
{% endmaterialization %}
