{#
    The changes of a typed log, each with its coordinates and cdc_goes, whether its key is to be purged: the state has a tombstone
    for it, and all of its changes are old. A purge has two steps: `images`, then `deletes`. The deletes are only removed
    if all other changes of the key are dead by an old truncate, so no partial removal can bring the row back. step: one
    of these, or none for both, to count them. table, cut, applied: see _trim_keys.
#}
{% macro _purge_rows(table, cut, applied, step=none) %}
    select
        cdc_topic, cdc_partition, cdc_offset, cdc_copy,
        cdc_class = 'change' and cdc_is_purged {{ {"images": "and not cdc_is_dead", "deletes": "and cdc_all_dead"}.get(step, "") }} as cdc_goes
    from (
        select
            *,
            min(cdc_is_purgeable) over (partition by {{ spark_cdc._names(table.contract.key) }}) as cdc_is_purged,
            min(cdc_is_dead) over (partition by {{ spark_cdc._names(table.contract.key) }}) as cdc_all_dead
        from (
            select
                log.*,
                log.cdc_operation = 'delete' or coalesce(log.cdc_position < truncates.cdc_position, false) as cdc_is_dead,
                {# A key change onto the key may have left a pending delete. #}
                state.cdc_deleted is not null and log.cdc_is_old and log.cdc_is_free and (log.cdc_operation = 'delete' or not log.cdc_key_change) as cdc_is_purgeable
            from ({{ spark_cdc._trim_keys(table, cut, applied) }}) as log
            left join (
                select * from {{ table.state.relation_name }} where cdc_deleted and size(cdc_displaced_tables) = 0
            ) as state on {{ spark_cdc._same_key(table.contract.key, "log", "state") }}
            left join (
                select concat_ws('.', cdc_database, cdc_schema, cdc_table) as cdc_source_table, max(cdc_position) as cdc_position
                from {{ table.changes.relation_name }}
                where cdc_class = 'truncate' and cdc_landed_at < timestamp'{{ cut }}' and cdc_batch <= {{ applied }}
                group by cdc_database, cdc_schema, cdc_table
            ) as truncates on log.cdc_source_table = truncates.cdc_source_table
        ) as judged
    ) as keys
{% endmacro %}
