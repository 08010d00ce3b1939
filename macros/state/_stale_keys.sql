{#
    The keys with a change in quarantine that no later truncate has removed, each with the position of the newest such change
    (cdc_stale). The caller compares it with the state row. range: see _state_range.
#}
{% macro _stale_keys(contract, changes, range) %}
    select {{ spark_cdc._names(contract.key, "log") }}, max(log.cdc_position) as cdc_stale
    from {{ changes }} as log
    {{ spark_cdc._join_last_truncate(changes) if range.truncates }}
    where
        log.cdc_class = 'quarantined' and {{ spark_cdc._has_place(contract, "log") }}
        {{ "and log.cdc_batch <= " ~ range.upto if range.merge }}
        {{ "and coalesce(truncates.cdc_position < log.cdc_position, true)" if range.truncates }}
    group by {{ spark_cdc._names(contract.key, "log") }}
{% endmacro %}
