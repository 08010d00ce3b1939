{#
    CTEs that fill the columns which a key change left out (unchanged TOAST values) from the old key's row, as its
    changes before that position left it. Source: FORMATS.md 4.7.
#}
{% macro _carried_over(contract) -%}
    {%- set keys = contract.key -%}
    donors as (
        select
            {% for name in keys %}c.`{{ name }}`, {% endfor %}
            c.cdc_position,
            aggregate(
                array_sort(collect_list({{ spark_cdc._change_struct(contract, "log") }})),
                {{ spark_cdc._fold_start(contract, false) }},
                (cdc_acc, cdc_change) -> {{ spark_cdc._fold_step(contract) }}
            ) as cdc_donor
        from all_chosen as c
        inner join log
            on
                {% for name in keys %}log.`{{ name }}` <=> c.cdc_old_key.`{{ name }}` and {% endfor %}
                {{ spark_cdc._source_position("log.cdc_position") }} < {{ spark_cdc._source_position("c.cdc_position") }}
        where c.cdc_carries
        group by {% for name in keys %}c.`{{ name }}`, {% endfor %}c.cdc_position
    ),

    resolved as (
        select
            a.* except (
                {% for column in contract.columns if not column.key %}`{{ column.name }}`, {% endfor %}cdc_absent
            ),
            {% for column in contract.columns if not column.key %}
            if(d.cdc_donor is not null and array_contains(a.cdc_absent, '{{ column.name }}'), d.cdc_donor.`{{ column.name }}`, a.`{{ column.name }}`) as `{{ column.name }}`,
            {% endfor %}
            if(d.cdc_donor is not null, array(), a.cdc_absent) as cdc_absent
        from all_chosen as a
        left join donors as d
            on {% for name in keys %}a.`{{ name }}` <=> d.`{{ name }}` and {% endfor %}a.cdc_position = d.cdc_position and a.cdc_carries
    )
{%- endmacro %}
