{#
    CTE `based`: the changes of each key in the range (_fold_touched), with the key's state row (cdc_base, NULL if there is none) and
    cdc_from, the source position from which the key is folded again (NULL: the changes are folded on top of cdc_base).
#}
{% macro _fold_based(contract, range) -%}
    {%- set keys = contract.key -%}
    {#- With one source table, no row is displaced. The column is left out because Iceberg reads an array row by row. -#}
    {%- set kept = spark_cdc._state_columns().keys() | reject("equalto", "none" if spark_cdc._several_tables(contract) else "cdc_displaced_tables") | list -%}
    {%- set columns = kept + (contract.columns | rejectattr("key") | map(attribute="name") | list if range.images else []) -%}
    {%- set again = range.late -%}
    {#- If Spark sees that the key does not change, it joins and merges without another shuffle or sort. -#}
    {%- set keyed = "coalesce(sequences.`{0}`, base.`{0}`)" if range.displaced else "sequences.`{0}`" -%}
    base as (
        select {{ "/*+ broadcast(touched) */" if range.few }}
            {{ spark_cdc._names(keys, "state") }},
            struct({% for name in columns %}state.`{{ name }}`{{ ", " if not loop.last }}{% endfor %}) as cdc_base
        from {{ this }} as state
        left semi join touched on {{ spark_cdc._same_key(keys, "state", "touched") }}
    ),

    based as (
        select
            {% for name in keys %}{{ keyed.format(name) }} as `{{ name }}`, {% endfor %}
            {{ "cdc_first_position, cdc_last_position, cdc_truncates," if range.carries or range.truncates }}
            base.cdc_base, cdc_reset,
            {{ "again.cdc_from" if again else "cast(null as string)" }} as cdc_from,
            {# A truncate may be the only change of a key. #}
            coalesce(sequences.cdc_changes, array()) as cdc_changes
        from sequences
        {{ "full outer" if range.displaced else "left" }} join base on {{ spark_cdc._same_key(keys, "sequences", "base") }}
        {% if again %}
        left join again
            on {% for name in keys %}{{ keyed.format(name) }} = again.`{{ name }}`{{ " and " if not loop.last }}{% endfor %}
        {% endif %}
        {{ "cross join all_truncates" if range.carries or range.truncates }}
    )
{%- endmacro %}
