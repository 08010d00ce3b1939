{#
    Body of a control model: what became of every change, counted per table. applied: it is in the state's row;
    superseded: a newer change replaced all that it said; truncated: dead by a truncate; redelivered: the same change came
    before. `unapplied` is a fault: the log has the change and the state has not seen it.
    Of tables without key no change is superseded. events: ref(...) of the model of cdc_events().
#}
{% macro cdc_change_outcomes(events) %}
    {{ config(materialized="view") }}
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
                {% if contract.key %}
                when state.cdc_position is null or {{ spark_cdc._source_position("log.cdc_position") }} > {{ spark_cdc._source_position("state.cdc_position") }} then 'unapplied'
                when log.cdc_position < state.cdc_settled_position then 'superseded'
                {% else %}
                when state.cdc_batch is null or log.cdc_batch > state.cdc_batch then 'unapplied'
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
        left join (
            select cdc_database, cdc_schema, cdc_table, max(cdc_position) as cdc_position
            from {{ table.changes.relation_name }}
            where cdc_class = 'truncate'
            group by cdc_database, cdc_schema, cdc_table
        ) as truncates
            on
                log.cdc_database <=> truncates.cdc_database
                and log.cdc_schema <=> truncates.cdc_schema
                and log.cdc_table <=> truncates.cdc_table
        {% if contract.key %}
        left join {{ table.state.relation_name }} as state
            on {% for name in contract.key %}log.`{{ name }}` <=> state.`{{ name }}`{{ " and " if not loop.last }}{% endfor %}
        {% else %}
        cross join (select max(cdc_batch) as cdc_batch from {{ table.state.relation_name }}) as state
        {% endif %}
    ) as outcomes
    group by cdc_outcome
    {{ "union all" if not loop.last }}
    {% endfor %}
{% endmacro %}
