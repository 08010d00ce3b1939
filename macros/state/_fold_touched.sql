{#
    CTE `touched`: the keys whose state rows a fold reads. They have new changes. Where several source tables feed the table,
    a new truncate also touches a row that displaced one of the truncated table. The rows that it deletes, and that nothing
    else changes, are in _fold_truncated.
#}
{% macro _fold_touched(contract, range) -%}
    {%- set keys = contract.key -%}
    touched as (
        select distinct {{ spark_cdc._names(keys) }} from {{ "chosen" if range.carries or range.new_truncates else "batch" }}
        {% if range.displaced %}
        union
        select {{ spark_cdc._names(keys, "state") }}
        from {{ this }} as state
        cross join all_truncates
        where exists(cdc_truncates, t -> t.batch > {{ range.after }} and t.position > state.cdc_settled_position and array_contains(state.cdc_displaced_tables, t.source_table))
        {% endif %}
    )
{%- endmacro %}
