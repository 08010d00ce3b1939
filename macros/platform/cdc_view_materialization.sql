{#
    A view that is replaced only if its SQL, its description or the package's rules have changed, because replacing a view costs
    more than a table's run without new rows. A full refresh always replaces it.
#}
{% materialization cdc_view, adapter="spark", supported_languages=["sql"] %}
    {% set target = this.incorporate(type="view") %}
    {% set existing = load_cached_relation(this) %}
    {% set is_view = existing is not none and existing.is_view %}
    {% set made_of = local_md5(tojson([sql, spark_cdc._rules_version(), model.description, model.columns, config.get("persist_docs"), config.get("grants")])) %}
    {{ run_hooks(pre_hooks) }}
    {% if is_view and not should_full_refresh() and spark_cdc._table_property("cdc.made_of") == made_of %}
        {% call noop_statement("main", "unchanged") %}{% endcall %}
    {% else %}
        {% if existing is not none and not is_view %}{{ handle_existing_table(should_full_refresh(), existing) }}{% endif %}
        {% if config.get("contract").enforced %}{% do get_assert_columns_equivalent(sql) %}{% endif %}
        {% call statement("main") %}
            create or replace view {{ target }}
            {% if config.persist_column_docs() %}({{ get_persist_docs_column_list(model.columns, get_columns_in_query(sql)) }}){% endif %}
            {{ comment_clause() }}
            tblproperties ('cdc.made_of' = '{{ made_of }}')
            as {{ sql }}
        {% endcall %}
        {% do apply_grants(target, config.get("grants"), should_revoke=should_revoke(is_view, full_refresh_mode=True)) %}
    {% endif %}
    {{ run_hooks(post_hooks) }}
    {{ return({"relations": [target]}) }}
{% endmaterialization %}
