{#
    Whether a change came before: at one source position the change of a key right before it says the same (what comes
    back after something else is a change of its own, where rows of a statement share their position), or it inserts the
    row once more that is there since it was inserted at this position, which no database does; of a table without
    key, the same row was told at a position that is one change's own. hash: see _content_hash.
    See docs/semantics.md.
#}
{% macro _is_redelivered(contract, hash) -%}
    {%- set at = spark_cdc._source_position("cdc_position") -%}
    {%- if contract.key -%}
        {%- set key_at -%}
        partition by {% for name in contract.key %}`{{ name }}`, {% endfor %}{{ at }} order by cdc_position
        {%- endset -%}
        coalesce({{ hash }} = lag({{ hash }}) over ({{ key_at }}), false)
        or coalesce(cdc_operation = 'insert' and struct(cdc_operation, {{ hash }}) = last_value(
            case when cdc_operation in ('insert', 'delete') then struct(cdc_operation, {{ hash }}) end, true
        ) over ({{ key_at }} rows between unbounded preceding and 1 preceding), false)
    {%- else -%}
        cdc_identified and 1 < row_number() over (partition by {{ at }}, cdc_image, {{ hash }} order by cdc_position)
    {%- endif -%}
{%- endmacro %}
