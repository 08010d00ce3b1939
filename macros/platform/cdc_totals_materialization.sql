{#
    A small table of totals: its body gives the whole new content, what is there already included, and it is replaced in
    one step together with the body's marker of _made_from(), so that a run that is killed has added nothing or all.
    A body that found nothing new says so with the marker of _nothing_new(), and then nothing is written.
#}
{% materialization cdc_totals, adapter="spark", supported_languages=["sql"] %}
    {% set target = this.incorporate(type="table") %}
    {% set existing = load_cached_relation(this) %}
    {{ run_hooks(pre_hooks) }}
    {% if existing is not none and existing.is_view %}{% do adapter.drop_relation(existing) %}{% endif %}
    {% if spark_cdc._nothing_new() in sql %}
        {% call noop_statement("main", "nothing new") %}{% endcall %}
    {% else %}
        {% call statement("main") %}
            create or replace table {{ target }}
            using {{ config.get("file_format") or var("cdc_file_format", "iceberg") }}
            tblproperties ('cdc.made_from' = '{{ modules.re.search("/[*] cdc: made from .*? [*]/", sql).group(0) }}')
            as {{ sql }}
        {% endcall %}
    {% endif %}
    {{ run_hooks(post_hooks) }}
    {{ return({"relations": [target]}) }}
{% endmaterialization %}
