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
        {#- Ordered by position, what shares a source position stands together; so is what the fold collects. -#}
        {%- set by_key = "partition by " ~ spark_cdc._names(contract.key) ~ " order by cdc_position" -%}
        coalesce({{ hash }} = lag({{ hash }}) over ({{ by_key }}), false)
        and {{ at }} = {{ spark_cdc._source_position("lag(cdc_position) over (" ~ by_key ~ ")") }}
        or coalesce(cdc_operation = 'insert' and struct({{ at }}, cdc_operation, {{ hash }}) = last_value(
            case when cdc_operation in ('insert', 'delete') then struct({{ at }}, cdc_operation, {{ hash }}) end, true
        ) over ({{ by_key }} rows between unbounded preceding and 1 preceding), false)
    {%- else -%}
        cdc_identified and 1 < row_number() over (partition by {{ at }}, cdc_image, {{ hash }} order by cdc_position)
    {%- endif -%}
{%- endmacro %}
