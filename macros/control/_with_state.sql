{#
    What follows a changes log, `log`, to compare it with its state: the key's row in it (of a table without key, its last batch)
    as `state`, and the last truncate of the change's source table as `truncates`. table: see _tables_of.
#}
{% macro _with_state(table) %}
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
    {% if table.contract.key %}
    left join {{ table.state.relation_name }} as state on {{ spark_cdc._same_key(table.contract.key, "log", "state") }}
    {% else %}
    cross join (select max(cdc_batch) as cdc_batch from {{ table.state.relation_name }}) as state
    {% endif %}
{% endmacro %}
