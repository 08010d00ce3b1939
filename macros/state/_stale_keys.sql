{#
    The keys with a change in quarantine that no later truncate has removed, each with the position of the newest such change
    (cdc_stale). The caller compares it with the state row. range: see _state_range.
#}
{% macro _stale_keys(contract, changes, range) %}
    select {{ spark_cdc._names(contract.key, "log") }}, max(log.cdc_position) as cdc_stale
    from {{ changes }} as log
    {% if range.truncates %}
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
    {% endif %}
    where
        log.cdc_class = 'quarantined' and {{ spark_cdc._has_place(contract, "log") }}
        {{ "and log.cdc_batch <= " ~ range.upto if range.merge }}
        {{ "and coalesce(truncates.cdc_position < log.cdc_position, true)" if range.truncates }}
    group by {{ spark_cdc._names(contract.key, "log") }}
{% endmacro %}
