{#
    CTEs that fill the columns which a key change left out (unchanged TOAST values) from the change that carries them,
    however often the row moved since. Only the keys that such changes name are followed (cdc_carried_values), change by change.
    See docs/semantics.md.
#}
{% macro _carried_over(contract) -%}
    {%- set keys = contract.key -%}
    {%- set others = contract.columns | rejectattr("key") | map(attribute="name") | list -%}
    steps as (
        select
            cdc_position as position, {{ spark_cdc._source_position("cdc_position") }} as source_position,
            {{ spark_cdc._content_hash(contract) }} as hash, cdc_operation as operation, {{ spark_cdc._trace_key(keys) }} as key,
            if(cdc_key_change and cdc_operation <> 'delete', {{ spark_cdc._trace_key(keys, "cdc_old_key.") }}, null) as old_key,
            cdc_key_change as key_change, cdc_transaction as transaction, cdc_source_table as source_table, cdc_absent as absent
        from log
        left semi join moving on {% for name in keys %}log.`{{ name }}` <=> moving.`{{ name }}`{{ " and " if not loop.last }}{% endfor %}
        union all
        select cdc_position, {{ spark_cdc._source_position("cdc_position") }}, 0L, 'truncate', null, null, false, null, cdc_source_table, array()
        from truncates
    ),

    {# Of the halves of a key change, which may lie in two partitions, the delete is first. #}
    traced as (
        select *
        from cdc_carried_values(
            table(steps) with single partition order by (source_position, operation not in ('delete', 'truncate'), position)
        )
    ),

    donors as (
        select
            traced.position as cdc_position,
            collect_list(traced.column_name) as cdc_found{% for name in others %},
            any_value(log.`{{ name }}`) filter (where traced.column_name = '{{ name }}') as `{{ name }}`{% endfor %}
        from traced
        inner join log on traced.donor = log.cdc_position
        group by traced.position
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
