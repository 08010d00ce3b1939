{#
    The state rows of `distinct_changes` where each change replaces the whole row: the row of a key is its newest change, or the
    newest truncate if that is newer. _fold uses it if the log has no partial updates and no key changes, and one source table
    feeds the table.
#}
{% macro _fold_newest(contract, range) -%}
    {%- set of_change = {
        "cdc_position": "newest.cdc_position", "cdc_settled_position": "newest.cdc_position", "cdc_operation": "cdc_operation",
        "cdc_deleted": "cdc_operation = 'delete'", "cdc_source_table": "newest.cdc_source_table", "cdc_event_at": "newest.cdc_event_at",
    } -%}
    {%- if range.truncates -%}
        {%- do of_change.update({
            "cdc_position": "coalesce(truncates.cdc_position, newest.cdc_position)",
            "cdc_operation": "if(truncates.cdc_position is null, cdc_operation, 'truncate')",
            "cdc_deleted": "truncates.cdc_position is not null or cdc_operation = 'delete'",
            "cdc_event_at": "if(truncates.cdc_position is null, newest.cdc_event_at, truncates.cdc_event_at)",
        }) -%}
    {%- endif -%}
    select
        {% for column in contract.columns %}
        {{ "`" ~ column.name ~ "`" if column.key else "case when not (" ~ of_change.cdc_deleted ~ ") then cast(`" ~ column.name ~ "` as " ~ column.data_type ~ ") end as `" ~ column.name ~ "`" }},
        {% endfor %}
        {% for name, value in spark_cdc._state_columns().items() %}
        {{ of_change.get(name, value) }} as {{ name }}{{ "," if not loop.last }}
        {% endfor %}
    from (
        select *, lead(cdc_position) over (partition by {{ spark_cdc._names(contract.key) }} order by cdc_position) is null as cdc_is_newest
        from distinct_changes
    ) as newest
    {% if range.truncates %}
    left join truncates
        on newest.cdc_source_table = truncates.cdc_source_table and newest.cdc_position < truncates.cdc_position and truncates.cdc_is_last
    {% endif %}
    where cdc_is_newest
{%- endmacro %}
