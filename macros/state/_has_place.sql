{# The condition that a quarantined change of a log says which row it changes, and when. #}
{% macro _has_place(contract, log) -%}
    {{ log }}.cdc_position is not null{% for name in contract.key %} and {{ log }}.`{{ name }}` is not null{% endfor %}
{%- endmacro %}
