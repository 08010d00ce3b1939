{#
    Bytes: what the message's schema or the contract calls bytes or Bits is base64 whatever the mode, all else by
    binary.handling.mode, whose texts a schema calls string. Source: Debezium reference, binary.handling.mode.
#}
{% macro _connect_binary(options, raw, says) %}
    {% set mode = options.binary_handling_mode %}
    {% set plain = "try_to_binary(" ~ raw ~ ", 'base64')" %}
    {% if mode == "hex" %}
        {{ return("if(" ~ says ~ " in ('bytes', 'io.debezium.data.Bits'), " ~ plain ~ ", try_to_binary(" ~ raw ~ ", 'hex'))") }}
    {% elif mode == "base64-url-safe" %}
        {{ return("try_to_binary(translate(" ~ raw ~ ", '-_', '+/'), 'base64')") }}
    {% endif %}
    {{ return(plain) }}
{% endmacro %}
