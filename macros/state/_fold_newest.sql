{#
    The state rows of `distinct_changes` where each change replaces the row whole, whatever was before it: the newest one of a
    key is its row. As _fold does it for changes that are parts, key changes or truncates, or of several source tables.
#}
{% macro _fold_newest(contract, range) -%}
    {%- set of_change = {
        "cdc_position": "cdc_position", "cdc_settled_position": "cdc_position", "cdc_operation": "cdc_operation",
        "cdc_deleted": "cdc_operation = 'delete'", "cdc_source_table": "cdc_source_table", "cdc_event_at": "cdc_event_at",
    } -%}
    select
        {% for column in contract.columns %}
        {{ "`" ~ column.name ~ "`" if column.key else "case when cdc_operation <> 'delete' then cast(`" ~ column.name ~ "` as " ~ column.data_type ~ ") end as `" ~ column.name ~ "`" }},
        {% endfor %}
        {% for name, value in spark_cdc._state_columns().items() %}
        {{ of_change.get(name, value) }} as {{ name }}{{ "," if not loop.last }}
        {% endfor %}
    from (
        select *, lead(cdc_position) over (partition by {{ spark_cdc._names(contract.key) }} order by cdc_position) is null as cdc_is_newest
        from distinct_changes
    ) as changes
    where
        cdc_is_newest
        {% if range.merge and range.newest %}
        and not exists (select 1 from {{ this }} as state where {{ spark_cdc._is_overtaken(range) }})
        {% endif %}
{%- endmacro %}
