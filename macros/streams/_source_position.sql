{# The part of a position that two deliveries of one change share. #}
{% macro _source_position(position) -%}
    left({{ position }}, 87)
{%- endmacro %}
