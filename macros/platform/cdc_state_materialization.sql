{#
    A state table: the first run and a full refresh replace it in one step; every other run merges the rows that its
    body folded, null-safe on the key (a table without key is replaced), and then notes the last applied batch. Which
    batches those are stands in the body (_state_range), as does that there is nothing new (_nothing_new).
#}
{% materialization cdc_state, adapter="spark", supported_languages=["sql"] %}
    {% set target = this.incorporate(type="table") %}
    {% set existing = load_cached_relation(this) %}
    {% set contract = spark_cdc._contract(spark_cdc._node().name | replace("state_", "", 1)) %}
    {{ run_hooks(pre_hooks) }}
    {% if existing is not none and existing.is_view %}{% do adapter.drop_relation(existing) %}{% endif %}
    {% set range = modules.re.search("/[*] cdc: range (.*?) [*]/", sql) %}
    {% set range = fromjson(range.group(1)) if range %}
    {% if spark_cdc._nothing_new() in sql %}
        {% call noop_statement("main", "nothing new") %}{% endcall %}
    {% elif not range.merge or not contract.key %}
        {% set applied = {"cdc.applied_batch": range.upto, "cdc.contract": spark_cdc._fingerprint()} %}
        {% call statement("main") %}
            create or replace table {{ target }} {{ spark_cdc._table_options(properties=applied) }} as {{ sql }}
        {% endcall %}
    {% else %}
        {% call statement("main") %}
            merge into {{ target }} as t
            using ( {{ sql }} ) as s
                on {% for name in contract.key %}t.`{{ name }}` <=> s.`{{ name }}`{{ " and " if not loop.last }}{% endfor %}
            when matched and not (
                {% for name in spark_cdc._state_columns() + contract.columns | rejectattr("key") | map(attribute="name") | list %}
                s.`{{ name }}` <=> t.`{{ name }}`{{ " and" if not loop.last }}
                {% endfor %}
            ) then update set *
            when not matched then insert *
        {% endcall %}
        {% do run_query("alter table " ~ target ~ " set tblproperties ('cdc.applied_batch' = '" ~ range.upto ~ "')") %}
    {% endif %}
    {{ run_hooks(post_hooks) }}
    {{ return({"relations": [target]}) }}
{% endmaterialization %}
