{#
    CTEs of the truncates in a log: `truncates` has one row for each (cdc_is_last: of its source table), and `all_truncates` one
    row with all of them.
#}
{% macro _fold_truncates(changes, range) -%}
    truncates as (
        select *, cdc_position = max(cdc_position) over (partition by cdc_source_table) as cdc_is_last
        from (
            select
                concat_ws('.', cdc_database, cdc_schema, cdc_table) as cdc_source_table,
                cdc_position,
                min(cdc_batch) as cdc_batch,
                min(cdc_event_at) as cdc_event_at
            from {{ changes }}
            where cdc_class = 'truncate' {{ "and cdc_batch <= " ~ range.upto if range.merge }}
            group by concat_ws('.', cdc_database, cdc_schema, cdc_table), cdc_position
        ) as each_truncate
    ),

    all_truncates as (
        select
            collect_list(struct(
                cdc_source_table as source_table, cdc_position as position, cdc_batch as batch, cdc_event_at as event_at,
                cdc_is_last as is_last
            )) as cdc_truncates
        from truncates
    )
{%- endmacro %}
