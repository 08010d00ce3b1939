{#
    One row of counts (_log_counts) if the state of a changes log differs from the fold of the log, with the number of
    rows that only one of the two has. For a state to which something else wrote, because only this comparison finds what it lacks.
#}
{% macro _state_difference(log) %}
    {% set table = log.table %}
    {% set range = spark_cdc._state_range(table.contract, log.relation, {"upstream": spark_cdc._table_properties(log.relation)}) %}
    {% set columns = adapter.get_columns_in_relation(api.Relation.create(database=table.state.database, schema=table.state.schema, identifier=table.state.alias))
        | map(attribute="quoted") | join(", ") %}
    select
        {{ spark_cdc._count_row(log, {
            "cdc_stream": "'" ~ log.stream.name ~ "'", "cdc_batch": range.upto, "cdc_class": "'state'", "cdc_unapplied": "count(*)",
        }) }}
    from (
        select {{ columns }}
        from (
            select {{ columns }}, 1 as cdc_side from ({{ spark_cdc._state_rows(table.contract, log.relation, range) }}) as folded
            union all
            select {{ columns }}, -1 as cdc_side from {{ table.state.relation_name }}
        ) as both
        group by {{ columns }}
        having sum(cdc_side) <> 0
    ) as differing
    having count(*) > 0
{% endmacro %}
