{#
    CTEs that fill the columns which a key change left out (unchanged TOAST values) from the change that carries them,
    however often the row moved since. Only the keys that such changes name are followed (cdc_carried_values).
    See docs/semantics.md.
#}
{% macro _carried_over(contract) -%}
    {%- set keys = contract.key -%}
    {%- set others = contract.columns | rejectattr("key") | map(attribute="name") | list -%}
    traced as (
        select explode(cdc_carried_values(cdc_steps).value) as cdc_carried
        from (
            select collect_list(named_struct(
                'position', cdc_position, 'source_position', {{ spark_cdc._source_position("cdc_position") }}, 'hash', cdc_hash,
                'operation', cdc_operation, 'key', cdc_trace_key,
                'old_key', if(cdc_key_change and cdc_operation not in ('delete', 'truncate'), {{ spark_cdc._trace_key(keys, "cdc_old_key.") }}, null),
                'key_change', cdc_key_change, 'transaction', cdc_transaction, 'source_table', cdc_source_table, 'absent', cdc_absent
            )) as cdc_steps
            from (
                select
                    {{ spark_cdc._trace_key(keys) }} as cdc_trace_key, cdc_old_key, cdc_position, cdc_operation, cdc_source_table,
                    cdc_hash, cdc_key_change, cdc_transaction, cdc_absent
                from log
                left semi join moving on {% for name in keys %}log.`{{ name }}` <=> moving.`{{ name }}`{{ " and " if not loop.last }}{% endfor %}
                union all
                select
                    null as cdc_trace_key, null as cdc_old_key, cdc_position, 'truncate' as cdc_operation, cdc_source_table,
                    0L as cdc_hash, false as cdc_key_change, null as cdc_transaction, array() as cdc_absent
                from truncates
            ) as steps
        ) as histories
    ),

    donors as (
        select
            traced.cdc_carried.position as cdc_position,
            collect_list(traced.cdc_carried.column_name) as cdc_found{% for name in others %},
            any_value(log.`{{ name }}`) filter (where traced.cdc_carried.column_name = '{{ name }}') as `{{ name }}`{% endfor %}
        from traced
        inner join log on traced.cdc_carried.donor = log.cdc_position
        group by traced.cdc_carried.position
    ),

    resolved as (
        select
            a.* except ({% for name in others %}`{{ name }}`, {% endfor %}cdc_absent),
            {% for name in others %}
            if(array_contains(donors.cdc_found, '{{ name }}'), donors.`{{ name }}`, a.`{{ name }}`) as `{{ name }}`,
            {% endfor %}
            if(donors.cdc_found is null, a.cdc_absent, array_except(a.cdc_absent, donors.cdc_found)) as cdc_absent
        from chosen as a
        left join donors on a.cdc_position = donors.cdc_position and a.cdc_carries
    )
{%- endmacro %}
