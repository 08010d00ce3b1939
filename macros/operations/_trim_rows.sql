{#
    The changes of a typed log, each with its coordinates and cdc_goes, whether no fold needs it any more: it is older than the base
    of its key. The base is the key's newest old change that replaced the whole row. It stays, and the fold of the key starts at it.
    table, cut, applied: see _trim_keys.
#}
{% macro _trim_rows(table, cut, applied) %}
    select
        cdc_topic, cdc_partition, cdc_offset, cdc_copy,
        cdc_is_old and cdc_is_free and coalesce({{ spark_cdc._source_position("cdc_position") }} < {{ spark_cdc._source_position("cdc_base") }}, false) as cdc_goes
    from (
        select *, max(case when cdc_is_whole then cdc_position end) over (partition by {{ spark_cdc._names(table.contract.key) }}) as cdc_base
        from ({{ spark_cdc._trim_keys(table, cut, applied) }}) as changes_of_keys
    ) as based
{% endmacro %}
