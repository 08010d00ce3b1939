{#
    One row of counts (_log_counts) if the state of a changes log differs from the fold of the log, with the number of keys (without a key, of
    rows) in which it does. For a state to which something else wrote, because only this comparison finds what it lacks.
    A tombstone is no difference if it is as new as what the log has of its key: a purge removes the changes first, and may be killed then.
#}
{% macro _state_difference(log) %}
    {% set table = log.table %}
    {% set range = spark_cdc._state_range(table.contract, log.relation, {"upstream": spark_cdc._table_properties(log.relation)}) %}
    {% set columns = adapter.get_columns_in_relation(api.Relation.create(database=table.state.database, schema=table.state.schema, identifier=table.state.alias))
        | map(attribute="quoted") | join(", ") %}
    {% set key = table.contract.key %}
    select
        {{ spark_cdc._count_row({
            "cdc_log": "'" ~ log.name ~ "'", "cdc_stream": "'" ~ log.stream.name ~ "'", "cdc_batch": range.upto,
            "cdc_class": "'state'", "cdc_unapplied": "count(*)",
        }) }}
    from (
        {% if key %}
        select true
        from (
        {% endif %}
            select {{ columns }}, sum(cdc_side) as cdc_side
            from (
                select {{ columns }}, 1 as cdc_side from ({{ spark_cdc._state_rows(table.contract, log.relation, range) }}) as folded
                union all
                select {{ columns }}, -1 as cdc_side from {{ table.state.relation_name }}
            ) as both
            group by {{ columns }}
            having sum(cdc_side) <> 0
        {% if key %}
        ) as rows
        group by {{ spark_cdc._names(key) }}
        having not (bool_and(cdc_deleted) and coalesce(max(if(cdc_side < 0, cdc_position, null)) >= max(if(cdc_side > 0, cdc_position, '')), false))
        {% endif %}
    ) as differing
    having count(*) > 0
{% endmacro %}
