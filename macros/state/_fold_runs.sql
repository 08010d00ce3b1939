{#
    CTEs that reduce the changes of a key before its fold, however many there are. Window functions read them in the order of
    positions, and Spark never holds all of them in memory:
    - Consecutive updates of one source table become one (`runs`), at the position of the last, with the last value that was sent
      for each column. There is no truncate and no key change between them.
    - Changes before the last change that depends on no earlier one (cdc_reset) are dropped.
    The fold collects the rest: since that change, the key changes, the deletes and truncates of several source tables,
    and one update between each two of them.
    cdc_by_mover: whether the transaction of an update is the one that changed the key (_fold_step). The changes before it decide
    that. It is NULL if only the state row knows; where it is false, the transaction is left out.
#}
{% macro _fold_runs(contract, range) -%}
    {%- set by_key = "partition by " ~ spark_cdc._names(contract.key) ~ " order by cdc_position" -%}
    {%- set so_far = by_key ~ " rows between unbounded preceding and current row" -%}
    {%- set several = spark_cdc._several_tables(contract) -%}
    {%- set others = contract.columns | rejectattr("key") | map(attribute="name") | list -%}
    {%- set before = "lag({0}) over (" ~ by_key ~ ")" -%}
    {%- set after = "lead({0}) over (" ~ by_key ~ ")" -%}
    {%- set truncated = "exists(cdc_truncates, t -> t.position > {0} and t.position < {1})" -%}
    {%- set transaction = "if(cdc_updates and not cdc_by_mover, null, cdc_transaction)" -%}
    linked as (
        select
            *,
            {{ before.format("cdc_position") }} as cdc_before,
            {{ after.format("cdc_position") }} as cdc_after,
            cdc_updates and cdc_source_table <=> {{ before.format("if(cdc_updates, cdc_source_table, null)") }} as cdc_continues,
            cdc_updates and cdc_source_table <=> {{ after.format("if(cdc_updates, cdc_source_table, null)") }} as cdc_continued,
            cdc_operation = 'delete' and not cdc_key_change
            {#- With several source tables, the delete may be of a displaced row. -#}
            {{ " and cdc_source_table <=> " ~ before.format("cdc_source_table") if several }} as cdc_ends,
            case
                when cdc_key_change then true
                when cdc_operation = 'delete' then {{ "null" if several else "false" }}
                when {{ before.format("cdc_position") }} is null then null
                {%- if several %}
                when {{ before.format("cdc_operation") }} = 'delete' then null
                {%- endif %}
                when coalesce(cdc_transaction = {{ before.format("cdc_transaction") }}, false) then null
                else false
            end as cdc_link
        from (
            select
                * except (cdc_key_change),
                coalesce(cdc_key_change, false) as cdc_key_change,
                cdc_operation <> 'delete' and not coalesce(cdc_key_change, false) as cdc_updates
            from distinct_changes
        ) as each_change
    ),

    attributed as (
        select
            * except (cdc_continues, cdc_continued{{ ", cdc_truncates" if range.carries or range.truncates }}),
            {% if range.carries or range.truncates %}
            cdc_continues and not {{ truncated.format("cdc_before", "cdc_position") }} as cdc_continues,
            cdc_continued and not {{ truncated.format("cdc_position", "cdc_after") }} as cdc_continued,
            {% else %}
            cdc_continues, cdc_continued,
            {% endif %}
            last_value(cdc_link, true) over ({{ so_far }}) as cdc_by_mover
        from linked {{ "cross join all_truncates" if range.carries or range.truncates }}
    ),

    runs as (
        select
            {{ spark_cdc._names(contract.key) }},
            {{ spark_cdc._names(others) ~ "," if others and not range.parts }}
            {% for name in others if range.parts %}`{{ name }}`.value as `{{ name }}`, {% endfor %}
            cdc_position, cdc_operation, cdc_key_change, cdc_transaction, cdc_source_table, cdc_event_at, cdc_reset,
            cdc_whole.value as cdc_whole,
            {% if range.parts %}
            array_except(
                array({% for name in others %}if(`{{ name }}`.sent, null, '{{ name }}'), {% endfor %}cast(null as string)), array(cast(null as string))
            ) as cdc_absent
            {% else %}
            cdc_absent
            {% endif %}
        from (
            select
                {{ spark_cdc._names(contract.key) }}, {{ spark_cdc._names(others) ~ "," if others and not range.parts }} cdc_absent,
                {% for name in others if range.parts %}
                last_value(case
                    when not array_contains(cdc_absent, '{{ name }}') then struct(true as sent, `{{ name }}` as value)
                    when not cdc_continues then struct(false as sent, `{{ name }}` as value)
                end, true) over ({{ so_far }}) as `{{ name }}`,
                {% endfor %}
                cdc_position, cdc_operation, cdc_key_change, {{ transaction }} as cdc_transaction, cdc_source_table, cdc_event_at, cdc_continued,
                last_value(case
                    when size(cdc_absent) = 0 then struct(struct(cdc_position as position, {{ transaction }} as transaction) as value)
                    when not cdc_continues then struct(cast(null as struct<position: string, transaction: string>) as value)
                end, true) over ({{ so_far }}) as cdc_whole,
                max(case when cdc_ends {{ "or cdc_updates and size(cdc_absent) = 0 and not cdc_by_mover" if not several }} then cdc_position end) over (
                    {{ by_key }} rows between unbounded preceding and unbounded following
                ) as cdc_reset
            from attributed
        ) as each_run
        where not cdc_continued and coalesce(cdc_position >= cdc_reset, true)
    ),
{%- endmacro %}
