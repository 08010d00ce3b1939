{#
    Bytes. A value that the message's schema or the contract declares as bytes or Bits is base64 in every mode. Any other is encoded
    by binary.handling.mode, and a schema declares its texts as string. Bits arrive with the least significant byte first, and are
    stored with it last, as in all formats. Source: Debezium reference, binary.handling.mode; Bits.
#}
{% macro _connect_binary(options, raw, encoding) %}
    {% set mode = options.binary_handling_mode %}
    {% set base64 = "try_to_binary(" ~ raw ~ ", 'base64')" %}
    {% set bits = "unhex(array_join(reverse(regexp_extract_all(hex(" ~ base64 ~ "), '..', 0)), ''))" %}
    {% set value = base64 %}
    {% if mode == "hex" %}{% set value = "if(" ~ encoding ~ " = 'bytes', " ~ base64 ~ ", try_to_binary(" ~ raw ~ ", 'hex'))" %}
    {% elif mode == "base64-url-safe" %}{% set value = "try_to_binary(translate(" ~ raw ~ ", '-_', '+/'), 'base64')" %}
    {% endif %}
    {{ return("if(" ~ encoding ~ " = 'io.debezium.data.Bits', " ~ bits ~ ", " ~ value ~ ")") }}
{% endmacro %}
