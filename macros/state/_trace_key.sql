{# The key as one text, for the function cdc_carried_values. prefix: an optional prefix of the column names. #}
{% macro _trace_key(keys, prefix="") -%}
    to_json(struct({% for name in keys %}{{ prefix }}`{{ name }}` as k{{ loop.index }}{{ ", " if not loop.last }}{% endfor %}))
{%- endmacro %}
