{#
    The changes of a typed log with facts about their key, for _trim_rows and _purge_rows. Columns: coordinates, cdc_position,
    cdc_class, cdc_operation, cdc_source_table, the key, and
    - cdc_is_old: it landed before the cut, and the state has applied it;
    - cdc_is_whole: the fold of the key may start at it: it replaces the whole row, and no key change of its transaction came before;
    - cdc_is_free: the key's fold needs no other key: no change of it is in quarantine, no key change left columns out,
      and all changes are of one source table.
    table: see _tables_of; cut: see _retention_cut; applied: the last batch that the state has applied.
#}
{% macro _trim_keys(table, cut, applied) %}
    {% set keys = table.contract.key %}
    {% set by_key = "over (partition by " ~ spark_cdc._names(keys) ~ ")" %}
    select
        {{ spark_cdc._names(keys, "log") }}, log.cdc_topic, log.cdc_partition, log.cdc_offset, log.cdc_copy, log.cdc_position, log.cdc_class,
        log.cdc_operation, log.cdc_key_change, log.cdc_source_table, log.cdc_is_old,
        log.cdc_is_old and not log.cdc_key_change and (log.cdc_operation = 'delete' or size(log.cdc_absent) = 0)
        and not coalesce(array_contains(log.cdc_moving_transactions, log.cdc_transaction), false) as cdc_is_whole,
        log.cdc_is_alone and moving.cdc_carries is null as cdc_is_free
    from (
        select
            *,
            collect_set(case when cdc_key_change then cdc_transaction end) {{ by_key }} as cdc_moving_transactions,
            not max(cdc_class <> 'change') {{ by_key }} and min(cdc_source_table) {{ by_key }} = max(cdc_source_table) {{ by_key }} as cdc_is_alone
        from (
            select
                {{ spark_cdc._names(keys) }}, cdc_topic, cdc_partition, cdc_offset, cdc_copy, cdc_position, cdc_class, cdc_operation, cdc_absent, cdc_transaction,
                coalesce(cdc_key_change, false) as cdc_key_change,
                concat_ws('.', cdc_database, cdc_schema, cdc_table) as cdc_source_table,
                cdc_class = 'change' and coalesce(cdc_landed_at < timestamp'{{ cut }}', false) and cdc_batch <= {{ applied }} as cdc_is_old
            from {{ table.changes.relation_name }} as log
            where {{ spark_cdc._may_be_change(table.contract, "log") }}
        ) as placed
    ) as log
    left join (
        select {{ spark_cdc._names(keys) }}, true as cdc_carries from {{ table.changes.relation_name }} where cdc_class = 'change' and cdc_carries
        union
        select {% for name in keys %}cdc_old_key.`{{ name }}`, {% endfor %}true from {{ table.changes.relation_name }} where cdc_class = 'change' and cdc_carries
    ) as moving on {{ spark_cdc._same_key(keys, "log", "moving") }}
{% endmacro %}
