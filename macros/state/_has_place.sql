{# The condition that a quarantined change in a log has a readable key and position. #}
{% macro _has_place(contract, log) -%}
    {{ log }}.cdc_position is not null{% for name in contract.key %} and {{ log }}.`{{ name }}` is not null{% endfor %}
{%- endmacro %}
