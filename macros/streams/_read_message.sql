{#
    The message of cdc_value, parsed (see _parse_json): NULL for what is longer than max_bytes or not valid UTF-8, which
    is not even tried. fields: of the message, as a from_json schema.
#}
{% macro _read_message(stream, fields) -%}
    case when octet_length(cdc_value) <= {{ stream.max_bytes }} and is_valid_utf8(cdc_value) then {{ spark_cdc._parse_json("cdc_value", fields) }} end
{%- endmacro %}
