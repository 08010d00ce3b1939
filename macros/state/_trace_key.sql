{# The key as one text, for the function that follows moving rows. prefix: what stands before the column names. #}
{% macro _trace_key(keys, prefix="") -%}
    to_json(struct({% for name in keys %}{{ prefix }}`{{ name }}` as k{{ loop.index }}{{ ", " if not loop.last }}{% endfor %}))
{%- endmacro %}
