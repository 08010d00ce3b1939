{# The sentence that explains _unread_reason. #}
{% macro _unread_detail(stream) -%}
    case
        when cdc_value is null then 'the message has no value; null_messages: tombstone skips such messages that have a key'
        when octet_length(cdc_value) > {{ stream.max_bytes }} then 'the message is longer than max_bytes, {{ stream.max_bytes }}'
        when not is_valid_utf8(cdc_value) then 'the message is not valid UTF-8'
        else 'the message is not one JSON object, or something follows it'
    end
{%- endmacro %}
