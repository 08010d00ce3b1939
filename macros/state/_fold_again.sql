{#
    CTEs of the keys of which a new change may be older than the state row: `late`, these changes, and `again`, with the
    position of the state row, and the source position from which the key is folded again from the changes log (cdc_from),
    NULL where no late change matters: what is older than the state row is then left out. A late change matters if it is not
    older than what settled the row; if it is a key change that names its transaction, it matters always, and the key is
    folded from its first change. So is a key of a table that several source tables feed: whose delete comes next depends on
    all that happened to the key.
    new_truncates: may a truncate of the batch change what happened to a key before it.
    One row for each change, and not one array for each key, so that a key with many takes no more memory.
#}
{% macro _fold_again(contract, range, new_truncates) -%}
    {%- set keys = contract.key -%}
    {%- set at = spark_cdc._source_position -%}
    {%- set whole = spark_cdc._several_tables(contract) -%}
    {%- set keyed = "coalesce(late.`{0}`, state.`{0}`)" if new_truncates else "state.`{0}`" -%}
    {%- set new_truncate = "t.batch > " ~ range.after ~ " and t.position > state.cdc_settled_position and t.position < state.cdc_position" -%}
    late as (
        select
            {{ spark_cdc._names(keys) }},
            {{ at("cdc_position") }} as cdc_late,
            case when cdc_key_change and cdc_transaction is not null then cdc_position end as cdc_late_key_change
        from {% if range.carries %}(
            select {{ spark_cdc._names(keys) }}, cdc_position, cdc_key_change, cdc_transaction from batch
            union all
            {# What happened to a key that rows move from or to may change what others carried over. #}
            select {{ spark_cdc._names(keys, "log") }}, log.cdc_position, false, null
            from log
            cross join (
                select count(*) as cdc_steps from batch left semi join moving on {{ spark_cdc._same_key(keys, "batch", "moving") }}
            ) as moves
            where log.cdc_carries and {{ "true" if new_truncates else "cdc_steps > 0" }}
        ) as steps{% else %}batch{% endif %}
        {% if range.newest %}where {{ at("cdc_position") }} <= {{ at("'" ~ range.newest ~ "'") }}{% endif %}
    ),

    again as (
        select {{ "/*+ broadcast(late) */" if range.few and not new_truncates }}
            {% for name in keys %}{{ keyed.format(name) }} as `{{ name }}`, {% endfor %}
            state.cdc_position,
            case
                when not max(
                    coalesce(cdc_late <= {{ at("state.cdc_position") }}{{ " and cdc_late >= " ~ at("state.cdc_settled_position") if not whole and not range.carries }}, false)
                    {{ "or coalesce(cdc_late_key_change < state.cdc_settled_position, false)" if not whole }}
                    {{ "or exists(cdc_truncates, t -> " ~ new_truncate ~ ")" if new_truncates }}
                ) then null
                else {{ "''" if whole else "if(min(cdc_late_key_change) < state.cdc_settled_position, '', " ~ at("state.cdc_settled_position") ~ ")" }}
            end as cdc_from
        from {{ this }} as state
        {# Only a truncate touches keys that the batch does not name. #}
        {{ "full outer" if new_truncates else "inner" }} join late on {{ spark_cdc._same_key(keys, "state", "late") }}
        {{ "cross join all_truncates" if new_truncates }}
        where state.cdc_position is not null
        group by {% for name in keys %}{{ keyed.format(name) }}, {% endfor %}state.cdc_position, state.cdc_settled_position
        {% if new_truncates %}
        having max(cdc_late) is not null or cdc_from is not null
        {% endif %}
    )
{%- endmacro %}
