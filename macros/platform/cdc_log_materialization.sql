{#
    An append-only log: created once, then each run adds its batch in one atomic append. Whether there is a table to add
    to, the body says by the marker of _appends(), and that it found nothing new by that of _nothing_new().
#}
{% materialization cdc_log, adapter="spark", supported_languages=["sql"] %}
    {% set target = this.incorporate(type="table") %}
    {% set existing = load_cached_relation(this) %}
    {{ run_hooks(pre_hooks) }}
    {% if spark_cdc._nothing_new() in sql %}
        {% call noop_statement("main", "nothing new") %}{% endcall %}
    {% elif spark_cdc._appends() not in sql %}
        {% if existing is not none and existing.is_view %}{% do adapter.drop_relation(existing) %}{% endif %}
        {% set made = {"cdc.contract": spark_cdc._fingerprint(), "cdc.made": modules.datetime.datetime.now(modules.pytz.utc).isoformat(), "cdc.older": ""} %}
        {% call statement("main") %}
            create or replace table {{ target }}
            {{ spark_cdc._table_options(partition_by=config.get("partition_by", []), properties=made) }}
            as {{ sql }}
        {% endcall %}
    {% else %}
        {% call statement("main") %}
            insert into {{ target }} by name {{ sql }}
        {% endcall %}
    {% endif %}
    {{ run_hooks(post_hooks) }}
    {{ return({"relations": [target]}) }}
{% endmaterialization %}
