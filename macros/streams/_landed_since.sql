{# The condition that a row landed at `time` (a text) or later, or that its landing time is not known. landed_at: SQL of a timestamp. #}
{% macro _landed_since(landed_at, time) -%}
    ({{ landed_at }} >= timestamp'{{ time }}' or {{ landed_at }} is null)
{%- endmacro %}
