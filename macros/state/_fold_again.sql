{#
    CTEs that find the keys to fold again. `late` has the new changes that may be older than the state row. `again` has, for each
    of their keys, the position of the state row and cdc_from: the source position from which the key is folded again from the
    changes log. cdc_from is NULL if no late change matters; changes that are older than the state row are then dropped.
    A late change matters if it is not older than the settled position. A late key change that names its transaction always
    matters, and the key is folded from its first change. A table that several source tables feed is always folded from the first
    change, because the table of the next delete depends on all earlier changes of the key.
    late_truncates: whether a truncate in the batch may come before existing changes of a key.
    `late` has one row per change, not one array per key, so that a key with many changes takes no more memory.
#}
{% macro _fold_again(contract, range, late_truncates) -%}
    {%- set keys = contract.key -%}
    {%- set at = spark_cdc._source_position -%}
    {%- set whole = spark_cdc._several_tables(contract) -%}
    {%- set by_truncate = "exists(cdc_truncates, t -> t.batch > " ~ range.after ~ " and t.position > state.cdc_settled_position and t.position < state.cdc_position)" -%}
    late as (
        select
            {{ spark_cdc._names(keys) }},
            {{ at("cdc_position") }} as cdc_late,
            case when cdc_key_change and cdc_transaction is not null then cdc_position end as cdc_late_key_change
        from {% if range.carries %}(
            select {{ spark_cdc._names(keys) }}, cdc_position, cdc_key_change, cdc_transaction from batch
            union all
            {# A change of a key that rows move from or to may change the columns that are filled from that key. #}
            select {{ spark_cdc._names(keys, "log") }}, log.cdc_position, false, null
            from log
            cross join (
                select count(*) as cdc_steps from batch left semi join moving on {{ spark_cdc._same_key(keys, "batch", "moving") }}
            ) as moves
            where log.cdc_carries and {{ "true" if late_truncates else "cdc_steps > 0" }}
        ) as steps{% else %}batch{% endif %}
        where {{ spark_cdc._is_late(range.newest) }}
    ),

    again as (
        select {{ "/*+ broadcast(late) */" if range.few_late }}
            {{ spark_cdc._names(keys, "state") }},
            state.cdc_position,
            case
                when not max(
                    coalesce(cdc_late <= {{ at("state.cdc_position") }}{{ " and cdc_late >= " ~ at("state.cdc_settled_position") if not whole and not range.carries }}, false)
                    {{ "or coalesce(cdc_late_key_change < state.cdc_settled_position, false)" if not whole }}
                    {{ "or " ~ by_truncate if late_truncates }}
                ) then null
                else {{ "''" if whole else "if(min(cdc_late_key_change) < state.cdc_settled_position, '', " ~ at("state.cdc_settled_position") ~ ")" }}
            end as cdc_from
        from {{ this }} as state
        {# Only a truncate affects keys that the batch does not have. #}
        {{ "left" if late_truncates else "inner" }} join late on {{ spark_cdc._same_key(keys, "state", "late") }}
        {% if late_truncates %}
        cross join all_truncates
        where cdc_late is not null or {{ by_truncate }}
        {% endif %}
        group by {{ spark_cdc._names(keys, "state") }}, state.cdc_position, state.cdc_settled_position
    )
{%- endmacro %}
