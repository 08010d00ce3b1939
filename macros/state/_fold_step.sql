{#
    One step of the fold: the accumulated row, then the change. A key-change upsert onto a live key owes the key
    one delete; the next key-change delete of that key pays it and leaves the newcomer alone. `settled` is the position
    below which no late change can matter but a key change that names its transaction: that of the last change that
    replaced the row whole and depends on nothing before it. A truncate takes the rows of its own source table only. A row
    of another source table that comes to a live key displaces the row there, whose own delete is then still to come.
    See docs/semantics.md.
#}
{% macro _fold_step(contract) -%}
    {%- set pays = "(cdc_change.operation = 'delete' and cdc_change.key_change and cdc_acc.debt > 0 and coalesce(cdc_acc.key_change_transaction = cdc_change.transaction, true))" -%}
    {%- set several = spark_cdc._several_tables(contract) -%}
    {#- The delete of a row that another source table's row has displaced. It changes nothing else. -#}
    {%- set displaced = "(cdc_change.operation = 'delete' and array_contains(cdc_acc.displaced_tables, cdc_change.source_table))" if several else "false" -%}
    {%- set changes_table = "not cdc_acc.deleted and cdc_acc.source_table <> cdc_change.source_table" -%}
    {%- set stays = "(" ~ pays ~ " or " ~ displaced ~ ")" if several else pays -%}
    {%- set wipes = "(cdc_change.operation in ('delete', 'truncate'))" -%}
    {#- By the transaction that changed the key last, whose plain update may stand between a newcomer and the delete that the
        key is owed. Any other, and each where none is named, ends what is owed. -#}
    {%- set same_transaction = "coalesce(cdc_change.transaction = cdc_acc.key_change_transaction, false)" -%}
    {#- Of the halves of an update that left the key as it was, the second one lends again what the first one paid. Where no
        transaction is named it does not, for there a plain update ends what is owed. -#}
    {%- set second_half = "(" ~ spark_cdc._source_row("cdc_acc.position") ~ " <=> " ~ spark_cdc._source_row("cdc_change.position") ~ ")" -%}
    {%- set lends = "(cdc_change.key_change and not cdc_acc.deleted and not (cdc_change.transaction is null and " ~ second_half ~ "))" -%}
    {%- if several %}{% set lends = "(" ~ lends ~ " and not (" ~ changes_table ~ "))" %}{% endif -%}
    {%- set accumulated = "cdc_acc" -%}
    {%- if several -%}
        {%- set fields = [] -%}
        {%- for name in spark_cdc._state_columns().keys() | map("replace", "cdc_", "", 1) | list + ["image"] -%}
            {%- do fields.append("'" ~ name ~ "', " ~ ("array_remove(cdc_acc.displaced_tables, cdc_change.source_table)" if name == "displaced_tables" else "cdc_acc." ~ name)) -%}
        {%- endfor -%}
        {%- set accumulated = "named_struct(" ~ fields | join(", ") ~ ")" -%}
    {%- endif -%}
    if(cdc_change.operation = 'truncate' and cdc_acc.source_table <> cdc_change.source_table, {{ accumulated }}, named_struct(
        'position', cdc_change.position,
        'settled_position', case
            {%- if several %}
            when {{ displaced }} then cdc_acc.settled_position
            {%- endif %}
            {#- Of a truncate: a late change may put the row into another source table before it. #}
            when cdc_change.key_change or cdc_change.operation = 'truncate' then cdc_acc.settled_position
            when {{ wipes }} then cdc_change.position
            when cdc_change.whole is null then cdc_acc.settled_position
            when coalesce(cdc_change.whole.transaction = cdc_acc.key_change_transaction, false) then cdc_acc.settled_position
            else cdc_change.whole.position
        end,
        'operation', if({{ stays }}, cdc_acc.operation, cdc_change.operation),
        'deleted', case when {{ stays }} then cdc_acc.deleted else {{ wipes }} end,
        'incomplete', case
            when {{ stays }} then cdc_acc.incomplete
            when {{ wipes }} or cdc_change.whole is not null then false
            when cdc_change.key_change then true
            else cdc_acc.deleted or cdc_acc.incomplete
        end,
        'debt', case
            {%- if several %}
            when {{ displaced }} then cdc_acc.debt
            {%- endif %}
            when {{ pays }} then cdc_acc.debt - 1
            when {{ wipes }} then 0
            when {{ lends }} then if(cdc_acc.key_change_transaction <=> cdc_change.transaction, cdc_acc.debt, 0) + 1
            when {{ same_transaction }} then cdc_acc.debt
            else 0
        end,
        'key_change_transaction', case
            {%- if several %}
            when {{ displaced }} then cdc_acc.key_change_transaction
            {%- endif %}
            when cdc_change.key_change then cdc_change.transaction
            when {{ wipes }} then cast(null as string)
            when {{ same_transaction }} then cdc_acc.key_change_transaction
        end,
        'source_table', {{ "if(" ~ stays ~ ", cdc_acc.source_table, cdc_change.source_table)" if several else "cdc_change.source_table" }},
        'displaced_tables', {% if several -%}
        case
            when {{ wipes }} and not {{ stays }} then cast(array() as array<string>)
            when {{ wipes }} then array_remove(cdc_acc.displaced_tables, cdc_change.source_table)
            else array_union(array_remove(cdc_acc.displaced_tables, cdc_change.source_table), if({{ changes_table }}, array(cdc_acc.source_table), array()))
        end
        {%- else %}cdc_acc.displaced_tables{% endif %},
        'event_at', cdc_change.event_at,
        'image', case
            when {{ stays }} then cdc_acc.image
            when {{ wipes }} then cast(null as {{ spark_cdc._image_type(contract) }})
            {%- for column in contract.columns if not column.key %}
            {%- if loop.first %}
            when size(cdc_change.absent) > 0 then named_struct(
            {%- endif %}
                '{{ column.name }}', case
                    when not array_contains(cdc_change.absent, '{{ column.name }}') then cdc_change.image.`{{ column.name }}`
                    when not cdc_change.key_change then cdc_acc.image.`{{ column.name }}`
                end{{ ")" if loop.last else "," }}
            {%- endfor %}
            else cdc_change.image
        end
    ))
{%- endmacro %}
