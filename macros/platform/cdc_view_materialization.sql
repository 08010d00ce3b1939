{#
    A view that is replaced only if its SQL, its description or the package's rules have changed, because replacing a view costs
    more than a table's run without new rows. A full refresh also looks at the view itself, which somebody may have changed by hand. It leaves a
    view that is right: Delta tables' views are dropped and created (Spark's own catalog knows no other way), and readers may come in between.
    In a catalog without views (the variable cdc_views), a table with the same rows takes its place. It is replaced in one step if the same
    or what the model reads has changed.
#}
{% materialization cdc_view, adapter="spark", supported_languages=["sql"] %}
    {% set kind = spark_cdc._views() %}
    {% set target = this.incorporate(type=kind) %}
    {% set existing = load_cached_relation(this) %}
    {% set is_same_kind = existing is not none and existing.type == kind %}
    {% set inputs = spark_cdc._inputs_of_view(sql) if kind == "table" else [] %}
    {% set made_of = local_md5(tojson([sql, spark_cdc._rules_version(), model.description, model.columns, config.get("persist_docs"), config.get("grants")] + inputs)) %}
    {{ run_hooks(pre_hooks) }}
    {% set is_right = is_same_kind and spark_cdc._table_property("cdc.made_of") == made_of %}
    {% if is_right and should_full_refresh() %}{% set is_right = kind == "view" and spark_cdc._is_view_of(sql) %}{% endif %}
    {% if is_right %}
        {% call noop_statement("main", "unchanged") %}{% endcall %}
    {% else %}
        {% if existing is not none and not is_same_kind %}
            {% if existing.is_view %}{% do adapter.drop_relation(existing) %}{% else %}{{ handle_existing_table(should_full_refresh(), existing) }}{% endif %}
        {% endif %}
        {% if config.get("contract").enforced %}{% do get_assert_columns_equivalent(sql) %}{% endif %}
        {% call statement("main") %}
            {% if kind == "table" %}
            create or replace table {{ target }} {{ spark_cdc._using({"cdc.made_of": made_of}) }}
            {{ comment_clause() }}
            {% else %}
            create or replace view {{ target }}
            {% if config.persist_column_docs() %}({{ get_persist_docs_column_list(model.columns, get_columns_in_query(sql)) }}){% endif %}
            {{ comment_clause() }}
            {{ spark_cdc._properties_clause({"cdc.made_of": made_of}) }}
            {% endif %}
            as {{ sql }}
        {% endcall %}
    {% endif %}
    {% if not is_right or should_full_refresh() %}
        {% do apply_grants(target, config.get("grants"), should_revoke=should_revoke(is_same_kind, full_refresh_mode=True)) %}
    {% endif %}
    {{ run_hooks(post_hooks) }}
    {{ return({"relations": [target]}) }}
{% endmaterialization %}
