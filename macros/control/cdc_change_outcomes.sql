{#
    Body of a control model: the outcome of every change, counted per table. applied: it is in the state's row;
    superseded: newer changes replaced all of its columns; truncated: a truncate removed it; redelivered: the same change came
    before. `unapplied` is a fault: the log has the change and the state has not seen it.
    In tables without key no change is superseded. events: ref(...) of the model of cdc_events().
#}
{% macro cdc_change_outcomes(events) %}
    {{ config(materialized="cdc_view") }}
    {% if not execute %}{{ return("select 1 from " ~ events) }}{% endif %}
    {% for table in spark_cdc._watched_tables(events) %}
    {% set contract = table.contract %}
    select
        '{{ contract.name }}' as cdc_table_model,
        cdc_outcome,
        count(*) as cdc_changes
    from (
        select
            case
                when log.cdc_redelivered then 'redelivered'
                when truncates.cdc_position > log.cdc_position then 'truncated'
                when {{ spark_cdc._is_unapplied(contract.key) }} then 'unapplied'
                {% if contract.key %}
                when log.cdc_position < state.cdc_settled_position then 'superseded'
                {% endif %}
                else 'applied'
            end as cdc_outcome
        from (
            select
                *,
                {{ spark_cdc._is_redelivered(contract, "cdc_hash") }} as cdc_redelivered
            from (
                select *, {{ spark_cdc._content_hash(contract) }} as cdc_hash
                from {{ table.changes.relation_name }}
                where cdc_class = 'change'
            ) as hashed
        ) as log
        {{ spark_cdc._with_state(table) }}
    ) as outcomes
    group by cdc_outcome
    {{ "union all" if not loop.last }}
    {% endfor %}
{% endmacro %}
