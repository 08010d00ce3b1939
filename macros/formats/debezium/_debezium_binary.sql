{# Bytes by binary.handling.mode. Source: Debezium reference, binary.handling.mode. #}
{% macro _debezium_binary(stream, raw) %}
    {% set mode = stream.options.binary_handling_mode %}
    {% if mode == "hex" %}{{ return("try_to_binary(" ~ raw ~ ", 'hex')") }}{% endif %}
    {% if mode == "base64-url-safe" %}{{ return("try_to_binary(translate(" ~ raw ~ ", '-_', '+/'), 'base64')") }}{% endif %}
    {{ return("try_to_binary(" ~ raw ~ ", 'base64')") }}
{% endmacro %}
