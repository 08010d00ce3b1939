{#
    One step of the fold: applies a change (cdc_change) to the accumulated row (cdc_acc).
    - A key change that inserts onto a live key displaces the row there. Its delete is still to come and is counted
      (pending_deletes). The next key-change delete of the key is that delete, and the new row stays.
    - settled_position: a late change below it cannot matter, except a key change that names its transaction. It is the
      position of the last change that replaced the whole row and depends on nothing before it.
    - A truncate deletes only rows of its own source table.
    - A row that comes to a live key from another source table displaces the row there (displaced_tables).
    See docs/semantics.md, Applying.
#}
{% macro _fold_step(contract) -%}
    {%- set displaced_by_key = "(cdc_change.operation = 'delete' and cdc_change.key_change and cdc_acc.pending_deletes > 0 and coalesce(cdc_acc.key_change_transaction = cdc_change.transaction, true))" -%}
    {%- set several = spark_cdc._several_tables(contract) -%}
    {#- The delete of a row that a row of another source table displaced. It has no other effect. -#}
    {%- set displaced_by_table = "(cdc_change.operation = 'delete' and array_contains(cdc_acc.displaced_tables, cdc_change.source_table))" if several else "false" -%}
    {%- set changes_table = "not cdc_acc.deleted and cdc_acc.source_table <> cdc_change.source_table" -%}
    {%- set ignored = "(" ~ displaced_by_key ~ " or " ~ displaced_by_table ~ ")" if several else displaced_by_key -%}
    {%- set removes = "(cdc_change.operation in ('delete', 'truncate'))" -%}
    {#- An update by the transaction that last changed the key may come between the new row and the pending delete. An update by
        any other transaction, or by one that is not named, clears the pending deletes. -#}
    {%- set same_transaction = "coalesce(cdc_change.transaction = cdc_acc.key_change_transaction, false)" -%}
    {#- An update that does not change the key may come in halves. Its delete counts one pending delete off, and its insert counts
        one on again. Where no transaction is named, the insert does not, because there any update clears the pending deletes. -#}
    {%- set second_half = "(" ~ spark_cdc._source_row("cdc_acc.position") ~ " <=> " ~ spark_cdc._source_row("cdc_change.position") ~ ")" -%}
    {%- set displaces = "(cdc_change.key_change and not cdc_acc.deleted and not (cdc_change.transaction is null and " ~ second_half ~ "))" -%}
    {%- if several %}{% set displaces = "(" ~ displaces ~ " and not (" ~ changes_table ~ "))" %}{% endif -%}
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
            when {{ displaced_by_table }} then cdc_acc.settled_position
            {%- endif %}
            {#- A truncate does not settle: a late change may move the row to another source table before it. #}
            when cdc_change.key_change or cdc_change.operation = 'truncate' then cdc_acc.settled_position
            when {{ removes }} then cdc_change.position
            when cdc_change.whole is null then cdc_acc.settled_position
            when coalesce(cdc_change.whole.transaction = cdc_acc.key_change_transaction, false) then cdc_acc.settled_position
            else cdc_change.whole.position
        end,
        'operation', if({{ ignored }}, cdc_acc.operation, cdc_change.operation),
        'deleted', case when {{ ignored }} then cdc_acc.deleted else {{ removes }} end,
        'incomplete', case
            when {{ ignored }} then cdc_acc.incomplete
            when {{ removes }} or cdc_change.whole is not null then false
            when cdc_change.key_change then true
            else cdc_acc.deleted or cdc_acc.incomplete
        end,
        'pending_deletes', case
            {%- if several %}
            when {{ displaced_by_table }} then cdc_acc.pending_deletes
            {%- endif %}
            when {{ displaced_by_key }} then cdc_acc.pending_deletes - 1
            when {{ removes }} then 0
            when {{ displaces }} then if(cdc_acc.key_change_transaction <=> cdc_change.transaction, cdc_acc.pending_deletes, 0) + 1
            when {{ same_transaction }} then cdc_acc.pending_deletes
            else 0
        end,
        'key_change_transaction', case
            {%- if several %}
            when {{ displaced_by_table }} then cdc_acc.key_change_transaction
            {%- endif %}
            when cdc_change.key_change then cdc_change.transaction
            when {{ removes }} then cast(null as string)
            when {{ same_transaction }} then cdc_acc.key_change_transaction
        end,
        'source_table', {{ "if(" ~ ignored ~ ", cdc_acc.source_table, cdc_change.source_table)" if several else "cdc_change.source_table" }},
        'displaced_tables', {% if several -%}
        case
            when {{ removes }} and not {{ ignored }} then cast(array() as array<string>)
            when {{ removes }} then array_remove(cdc_acc.displaced_tables, cdc_change.source_table)
            else array_union(array_remove(cdc_acc.displaced_tables, cdc_change.source_table), if({{ changes_table }}, array(cdc_acc.source_table), array()))
        end
        {%- else %}cdc_acc.displaced_tables{% endif %},
        'event_at', cdc_change.event_at,
        'image', case
            when {{ ignored }} then cdc_acc.image
            when {{ removes }} then cast(null as {{ spark_cdc._image_type(contract) }})
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
