{#
    A MongoDB id in a key column of type string: `=` and its text, or `!` if the text is ambiguous. In MongoDB,
    7 and "7" are two documents, and so are an ObjectId and a text of 24 hexadecimal digits. By default, a text that may be
    the id of another kind is rejected. If the contract's `type` is string, all ids are texts, and any other id is rejected.
    text: SQL, out of its wrapper. variant: SQL, the id as the message has it. Source: MongoDB, The _id Field.
#}
{% macro _debezium_id(column, text, variant) -%}
    {%- set is_text = "startswith(to_json(" ~ variant ~ "), '\"')" -%}
    {%- if column.type == "string" -%}
        {%- set refused = "not " ~ is_text -%}
    {%- else -%}
        {%- set refused = is_text ~ " and (" ~ text ~ ") rlike '^(-?[0-9.]+([eE][-+]?[0-9]+)?|[0-9a-f]{24}|[{\\\\[].*|true|false|NaN|-?Infinity)$'" -%}
    {%- endif -%}
    case when {{ variant }} is not null then if({{ refused }}, '!', concat('=', {{ text }})) end
{%- endmacro %}
