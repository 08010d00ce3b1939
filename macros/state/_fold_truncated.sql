{# The state rows of keys that nothing but a truncate of their source table changes. It deletes them. #}
{% macro _fold_truncated(contract, range) -%}
    {%- set of_truncate = {
        "cdc_position": "truncates.cdc_position", "cdc_settled_position": "cdc_settled_position", "cdc_operation": "'truncate'",
        "cdc_source_table": "state.cdc_source_table", "cdc_event_at": "truncates.cdc_event_at",
    } -%}
    select {{ "/*+ broadcast(touched) */" if range.few }}
        {% for column in contract.columns %}
        {{ "state.`" ~ column.name ~ "`" if column.key else "cast(null as " ~ column.data_type ~ ") as `" ~ column.name ~ "`" }},
        {% endfor %}
        {% for name, value in spark_cdc._state_columns().items() %}
        {{ of_truncate.get(name, value) }} as {{ name }}{{ "," if not loop.last }}
        {% endfor %}
    from {{ this }} as state
    inner join truncates
        on state.cdc_source_table = truncates.cdc_source_table and state.cdc_position < truncates.cdc_position and truncates.cdc_is_last
    left anti join touched on {{ spark_cdc._same_key(contract.key, "state", "touched") }}
{%- endmacro %}
