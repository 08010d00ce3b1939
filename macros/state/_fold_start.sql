{# What the fold of a key starts from: its state row (b), or nothing. #}
{% macro _fold_start(contract, merge) -%}
    {%- set b = "b." if merge else none -%}
    named_struct(
        'position', cast({{ "b.cdc_position" if merge else "null" }} as string),
        'settled', coalesce({{ "b.cdc_settled_position" if merge else "null" }}, ''),
        'operation', cast({{ "b.cdc_operation" if merge else "null" }} as string),
        'deleted', coalesce({{ "b.cdc_deleted" if merge else "null" }}, true),
        'incomplete', coalesce({{ "b.cdc_incomplete" if merge else "null" }}, false),
        'debt', coalesce({{ "b.cdc_debt" if merge else "null" }}, 0),
        'debt_transaction', cast({{ "b.cdc_debt_transaction" if merge else "null" }} as string),
        'source_table', cast({{ "b.cdc_source_table" if merge else "null" }} as string),
        'event_at', cast({{ "b.cdc_event_at" if merge else "null" }} as timestamp)
        {%- for column in contract.columns if not column.key %},
        '{{ column.name }}', cast({{ "b.`" ~ column.name ~ "`" if merge else "null" }} as {{ column.data_type }})
        {%- endfor %}
    )
{%- endmacro %}
