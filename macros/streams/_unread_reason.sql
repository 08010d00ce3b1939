{# The reason of a message that could not be read (see _read_messages). #}
{% macro _unread_reason(stream) -%}
    if(octet_length(cdc_value) > {{ stream.max_bytes }}, 'oversized', 'malformed')
{%- endmacro %}
