{#
    The checks (_quarantine) for a message that could not be read (see _read_messages).
    condition: SQL, true for such a message.
#}
{% macro _unreadable(stream, condition="not cdc_read") %}
    {% set malformed -%}
        case
            when cdc_value is null then 'the message has no value; null_messages: tombstone skips such messages that have a key'
            when not is_valid_utf8(cdc_value) then 'the message is not valid UTF-8'
            else 'the message is not one JSON object, or something follows it'
        end
    {%- endset %}
    {{ return([
        [
            condition ~ " and octet_length(cdc_value) > " ~ stream.max_bytes, "oversized",
            "'the message is longer than max_bytes, " ~ stream.max_bytes ~ "'",
        ],
        [condition, "malformed", malformed],
    ]) }}
{% endmacro %}
