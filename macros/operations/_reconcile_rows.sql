{#
    The rows of one side: c0, c1, ... (_reconcile_columns), cdc_range (number) and, for the state, cdc_deleted, cdc_position,
    cdc_stale, tombstones included. side: `source` or `here`. view: of the source's rows.
#}
{% macro _reconcile_rows(parts, side, view=none) %}
    {% set keys = [] %}
    {% for column in parts.columns if column.key %}{% do keys.append("c" ~ parts.columns.index(column)) %}{% endfor %}
    select
        *,
        {% if parts.ranged is none %}
        cast(pmod(xxhash64({{ keys | join(", ") }}), {{ parts.buckets }}) as int) as cdc_range
        {% elif parts.bounds %}
        size(filter(array({% for bound in parts.bounds %}cast('{{ bound }}' as decimal(38,0)){{ ", " if not loop.last }}{% endfor %}), b -> b <= try_cast(c{{ parts.ranged }} as decimal(38,0)))) as cdc_range
        {% else %}
        0 as cdc_range
        {% endif %}
    from (
        select {{ spark_cdc._reconcile_columns(parts, side) | join(", ") }}{{ ", cdc_deleted, cdc_position, cdc_stale" if side == "here" }}
        from {{ view or parts.rows }}
    ) as side
{% endmacro %}
