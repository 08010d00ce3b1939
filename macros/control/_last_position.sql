{# The highest position that the counts of a log have of what its state applies. Other rows may be ahead of it. #}
{% macro _last_position() -%}
    max(cdc_last_position) filter (where cdc_class in ('change', 'truncate'))
{%- endmacro %}
