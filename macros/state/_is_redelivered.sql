{#
    Whether a change is a redelivery. It is one if
    - the change of the key right before it has the same source position and content (the same content after another one is a
      change of its own, where the rows of a statement share their position);
    - it inserts the row that has existed since an insert at this position, which no database does; or
    - in a table without key, the same row was sent at a position that identifies one change.
    hash: see _content_hash. See docs/semantics.md, Applying.
#}
{% macro _is_redelivered(contract, hash) -%}
    {%- set at = spark_cdc._source_position("cdc_position") -%}
    {%- if contract.key -%}
        {#- In the order of positions, changes with the same source position are adjacent. The fold has the same order. -#}
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
