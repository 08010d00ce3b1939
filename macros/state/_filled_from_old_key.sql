{#
    CTEs that fill the columns which are absent from a key change (unchanged TOAST values) from the change that carries them,
    however often the row has moved since. cdc_carried_values follows only the keys that such changes name, change by change.
    See docs/semantics.md, Applying.
#}
{% macro _filled_from_old_key(contract) -%}
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

    {# The halves of a key change may be in two partitions. The delete comes first. #}
    traced as (
        select *
        from cdc_carried_values(
            table(steps) with single partition order by (source_position, operation not in ('delete', 'truncate'), position)
        )
    ),

    filled as (
        select
            traced.position as cdc_position,
            collect_list(traced.column_name) as cdc_found{% for name in others %},
            any_value(log.`{{ name }}`) filter (where traced.column_name = '{{ name }}') as `{{ name }}`{% endfor %}
        from traced
        inner join log on traced.origin = log.cdc_position
        group by traced.position
    ),

    resolved as (
        select
            a.* except ({% for name in others %}`{{ name }}`, {% endfor %}cdc_absent),
            {% for name in others %}
            if(array_contains(filled.cdc_found, '{{ name }}'), filled.`{{ name }}`, a.`{{ name }}`) as `{{ name }}`,
            {% endfor %}
            if(filled.cdc_found is null, a.cdc_absent, array_except(a.cdc_absent, filled.cdc_found)) as cdc_absent
        from chosen as a
        left join filled on a.cdc_position = filled.cdc_position and a.cdc_carries
    )
{%- endmacro %}
