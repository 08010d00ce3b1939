{#
    The SQL after `log`, changes of a table, that joins each change with the last truncate of its source table, as `truncates`.
    changes: relation of the whole log.
#}
{% macro _join_last_truncate(changes) %}
    left join (
        select cdc_database, cdc_schema, cdc_table, max(cdc_position) as cdc_position
        from {{ changes }}
        where cdc_class = 'truncate'
        group by cdc_database, cdc_schema, cdc_table
    ) as truncates
        on
            log.cdc_database <=> truncates.cdc_database
            and log.cdc_schema <=> truncates.cdc_schema
            and log.cdc_table <=> truncates.cdc_table
{% endmacro %}
