{#
    The state rows of `distinct_changes` where each change replaces the whole row: the row of a key is its newest change, or the
    newest truncate if that is newer. _fold uses it if the log has no partial updates and no key changes, and one source table
    feeds the table. A new truncate is a change of every row of the state.
#}
{% macro _fold_newest(contract, range) -%}
    {%- set others = contract.columns | rejectattr("key") | map(attribute="name") | list -%}
    {%- set of_change = {
        "cdc_position": "cdc_position", "cdc_settled_position": "cdc_settled_position", "cdc_operation": "cdc_operation",
        "cdc_deleted": "cdc_operation = 'delete'", "cdc_source_table": "cdc_source_table", "cdc_event_at": "cdc_event_at",
    } -%}
    {%- if range.truncates -%}
        {%- do of_change.update({
            "cdc_position": "coalesce(last_truncate.cdc_truncate, cdc_position)",
            "cdc_operation": "if(last_truncate.cdc_truncate is null, cdc_operation, 'truncate')",
            "cdc_deleted": "last_truncate.cdc_truncate is not null or cdc_operation = 'delete'",
            "cdc_event_at": "if(last_truncate.cdc_truncate is null, cdc_event_at, last_truncate.cdc_truncated_at)",
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
        select
            {{ spark_cdc._names(contract.key) }},
            {{ spark_cdc._names(others) ~ "," if others }}
            cdc_position, cdc_position as cdc_settled_position, cdc_operation, cdc_source_table, cdc_event_at
        from (
            select *, lead(cdc_position) over (partition by {{ spark_cdc._names(contract.key) }} order by cdc_position) is null as cdc_is_newest
            from distinct_changes
        ) as changes
        where
            cdc_is_newest
        {% if range.merge and range.new_truncates %}
        union all
        select
            {{ spark_cdc._names(contract.key, "state") }},
            {{ "null, " * (others | length) }}
            cdc_position, cdc_settled_position, cdc_operation, cdc_source_table, cdc_event_at
        from {{ this }} as state
        left anti join chosen on {{ spark_cdc._same_key(contract.key, "state", "chosen") }}
        where cdc_source_table is not null and cdc_position < (select max(truncates.cdc_position) from truncates)
        {% endif %}
    ) as newest
    {% if range.truncates %}
    left join (
        select cdc_position as cdc_truncate, cdc_event_at as cdc_truncated_at from truncates order by cdc_position desc limit 1
    ) as last_truncate on last_truncate.cdc_truncate > newest.cdc_position
    {% endif %}
{%- endmacro %}
