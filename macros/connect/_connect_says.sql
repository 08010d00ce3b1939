{#
    What says how a column's value is encoded: the message's own schema (cdc_types), then the contract's `type`, then
    `default`. A SQL expression: the name or type of a Connect schema. logical: for times, of which a plain type such as
    int64 says nothing but that they are numbers; string says that they are none.
#}
{% macro _connect_says(column, default="", logical=false) -%}
    {%- set told = "cdc_types['" ~ column.source ~ "'].type" -%}
    {%- set declared = (column.type or "").split("(")[0] -%}
    {%- if logical -%}
    coalesce(if({{ told }} like '%.%' or {{ told }} = 'string', {{ told }}, null), '{{ declared if "." in declared else default }}')
    {%- else -%}
    coalesce({{ told }}, '{{ declared or default }}')
    {%- endif -%}
{%- endmacro %}
