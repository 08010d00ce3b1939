{#
    CTEs of the keys that have to be folded again from the changes log: `again`, with the source position from which
    (cdc_from). A new change matters to a state row that is newer if it is not older than what settled the row; if it is a
    key change that names its transaction, it matters always, and the key is folded from its first change. So is a key of
    a table that several source tables feed: whose delete comes next depends on all that happened to the key.
    `late` holds the few keys that may have such a change: those of changes that are not newer than the whole state.
#}
{% macro _fold_again(contract, range) -%}
    {%- set keys = contract.key -%}
    {%- set at = spark_cdc._source_position -%}
    {%- set whole = spark_cdc._several_tables(contract) -%}
    {%- set new_truncate = "t.batch > " ~ range.after ~ " and t.position > state.cdc_settled_position and t.position < state.cdc_position" -%}
    late as (
        select
            {{ spark_cdc._names(keys) }},
            collect_set({{ at("cdc_position") }}) as cdc_late,
            min(cdc_position) filter (where cdc_key_change and cdc_transaction is not null) as cdc_first_key_change
        from {% if range.carries %}(
            select {{ spark_cdc._names(keys) }}, cdc_position, cdc_key_change, cdc_transaction from batch
            union all
            {# What happened to a key that rows move from or to may change what others carried over. #}
            select {{ spark_cdc._names(keys, "log") }}, log.cdc_position, false, null
            from log
            cross join (
                select count(*) as cdc_steps from batch left semi join moving on {{ spark_cdc._same_key(keys, "batch", "moving") }}
            ) as moves
            where log.cdc_carries and {{ "true" if range.new_truncates else "cdc_steps > 0" }}
        ) as steps{% else %}batch{% endif %}
        {% if range.newest %}where {{ at("cdc_position") }} <= {{ at("'" ~ range.newest ~ "'") }}{% endif %}
        group by {{ spark_cdc._names(keys) }}
    ),

    again as (
        select
            {% for name in keys %}coalesce(late.`{{ name }}`, state.`{{ name }}`) as `{{ name }}`, {% endfor %}
            {{ "''" if whole else "if(late.cdc_first_key_change < state.cdc_settled_position, '', " ~ at("state.cdc_settled_position") ~ ")" }} as cdc_from
        from {{ this }} as state
        {# Only a truncate touches keys that the batch does not name. #}
        {{ "full outer" if range.new_truncates else "inner" }} join late on {{ spark_cdc._same_key(keys, "state", "late") }}
        {{ "cross join all_truncates" if range.new_truncates }}
        where
            state.cdc_position is not null and (
                exists(late.cdc_late, p -> p <= {{ at("state.cdc_position") }}{{ " and p >= " ~ at("state.cdc_settled_position") if not whole and not range.carries }})
                {{ "or late.cdc_first_key_change < state.cdc_settled_position" if not whole }}
                {{ "or exists(cdc_truncates, t -> " ~ new_truncate ~ ")" if range.new_truncates }}
            )
    )
{%- endmacro %}
