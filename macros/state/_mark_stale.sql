{#
    After a merge, updates the stale marks of the keys that the merge did not fold: sets those of keys with a change that is in
    quarantine now, and ends those that are no longer valid. Reads the keys of the state, and writes only marks that change.
    range: see _state_range.
#}
{% macro _mark_stale(state, contract, changes, range) %}
    {% set keys = contract.key %}
    {% set marks %}
        with stale as (
            {{ spark_cdc._stale_keys(contract, changes, range) }}
        )

        select {{ spark_cdc._names(keys, "stale") }}, case when stale.cdc_stale > coalesce(state.cdc_settled_position, '') then stale.cdc_stale end as cdc_stale
        from stale
        left join {{ state }} as state on {{ spark_cdc._same_key(keys, "stale", "state") }}
        where not (state.cdc_stale <=> case when stale.cdc_stale > coalesce(state.cdc_settled_position, '') then stale.cdc_stale end)
        {% if range.marked %}
        union all
        select {{ spark_cdc._names(keys, "state") }}, cast(null as string) as cdc_stale
        from {{ state }} as state
        left anti join stale on {{ spark_cdc._same_key(keys, "stale", "state") }}
        where state.cdc_stale is not null
        {% endif %}
    {% endset %}
    {% if spark_cdc._scalar("select count(*) from (" ~ marks ~ ") as marks") | int %}
        {% do run_query(
            "merge into " ~ state ~ " as t using (select * from (" ~ marks ~ ") as marks where " ~ spark_cdc._is_at(state, range.snapshot) ~ ") as s on " ~ spark_cdc._same_key(keys, "t", "s")
            ~ " when matched and t.cdc_position = '' and s.cdc_stale is null then delete"
            ~ " when matched then update set cdc_stale = s.cdc_stale"
            ~ " when not matched then insert (" ~ spark_cdc._names(keys) ~ ", cdc_stale, " ~ spark_cdc._state_columns().keys() | join(", ")
            ~ ") values (" ~ spark_cdc._names(keys, "s") ~ ", s.cdc_stale, " ~ spark_cdc._state_columns().values() | join(", ") ~ ")"
        ) %}
    {% endif %}
{% endmacro %}
