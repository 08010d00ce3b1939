{#
    The encoding of a column's value, as a SQL expression: the name or type of a Connect schema. It comes from the message's own
    schema (cdc_types), else from the contract's `type`, else from `default`.
    logical: for times. Of the schema's types, only logical names and string count then: int64 declares a number, but no unit.
#}
{% macro _connect_encoding(column, default="", logical=false) -%}
    {%- set in_message = "cdc_types['" ~ column.source ~ "'].type" -%}
    {%- set declared = (column.type or "").split("(")[0] -%}
    {%- if logical -%}
    coalesce(if({{ in_message }} like '%.%' or {{ in_message }} = 'string', {{ in_message }}, null), '{{ declared if "." in declared else default }}')
    {%- else -%}
    coalesce({{ in_message }}, '{{ declared or default }}')
    {%- endif -%}
{%- endmacro %}
