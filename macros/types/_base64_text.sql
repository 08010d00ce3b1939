{# The base64 of a Python bytes value, for which Jinja has no filter. #}
{% macro _base64_text(bytes) %}
    {% set digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/" %}
    {% set found = [] %}
    {% for start in range(0, bytes | length, 3) %}
        {% set part = bytes[start:start + 3] %}
        {% set number = (part.hex() ~ "0000")[:6] | int(0, 16) %}
        {% for place in range(4) %}{% do found.append(digits[number // 64 ** (3 - place) % 64] if place <= part | length else "=") %}{% endfor %}
    {% endfor %}
    {{ return(found | join) }}
{% endmacro %}
