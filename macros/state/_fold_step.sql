{#
    One step of the fold: the accumulated row acc, then the change c. A key-change upsert onto a live key owes the key
    one delete; the next key-change delete of that key pays it and leaves the newcomer alone. `settled` is the position
    below which no late change can matter: that of the last change that replaced the row whole and depends on nothing
    before it. Source: SEMANTICS.md 2.
#}
{% macro _fold_step(contract) -%}
    {%- set pays = "(c.operation = 'delete' and c.key_change and acc.debt > 0 and coalesce(acc.debt_transaction = c.transaction, true))" -%}
    {%- set wipes = "(c.operation in ('delete', 'truncate'))" -%}
    {%- set lends = "(c.key_change and not acc.deleted)" -%}
    named_struct(
        'position', c.position,
        'settled', case
            when c.operation = 'truncate' then c.position
            when c.key_change then acc.settled
            when {{ wipes }} then c.position
            when size(c.absent) > 0 then acc.settled
            when acc.debt > 0 and acc.debt_transaction <=> c.transaction then acc.settled
            else c.position
        end,
        'operation', if({{ pays }}, acc.operation, c.operation),
        'deleted', case when {{ pays }} then acc.deleted else {{ wipes }} end,
        'incomplete', case
            when {{ pays }} then acc.incomplete
            when {{ wipes }} or size(c.absent) = 0 then false
            else acc.deleted or acc.incomplete
        end,
        'debt', case
            when {{ pays }} then acc.debt - 1
            when {{ wipes }} then 0
            when {{ lends }} then if(acc.debt_transaction <=> c.transaction, acc.debt, 0) + 1
            when acc.debt_transaction <=> c.transaction then acc.debt
            else 0
        end,
        'debt_transaction', case
            when {{ pays }} then acc.debt_transaction
            when {{ wipes }} then cast(null as string)
            when {{ lends }} then c.transaction
            else acc.debt_transaction
        end,
        'source_table', c.source_table,
        'event_at', c.event_at
        {%- for column in contract.columns if not column.key %},
        '{{ column.name }}', case
            when {{ pays }} then acc.`{{ column.name }}`
            when {{ wipes }} then cast(null as {{ column.data_type }})
            when array_contains(c.absent, '{{ column.name }}') then acc.`{{ column.name }}`
            else c.`{{ column.name }}`
        end
        {%- endfor %}
    )
{%- endmacro %}
