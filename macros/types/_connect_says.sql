{#
    What says how a column's value is encoded: the message's own schema (cdc_types), then the contract's `type`, then
    `default`. A SQL expression: the name or type of a Connect schema.
#}
{% macro _connect_says(column, default="") -%}
    coalesce(cdc_types['{{ column.source | replace("'", "\\'") }}'].type, '{{ (column.type or "").split("(")[0] or default }}')
{%- endmacro %}
