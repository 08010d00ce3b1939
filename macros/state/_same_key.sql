{# The condition that two relations have the same key. No part of a key is NULL in a change or a state. #}
{% macro _same_key(keys, one, other) -%}
    {% for name in keys %}{{ one }}.`{{ name }}` = {{ other }}.`{{ name }}`{{ " and " if not loop.last }}{% endfor %}
{%- endmacro %}
