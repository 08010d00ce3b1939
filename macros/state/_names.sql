{# Columns as a list in SQL. relation: what stands before each name, if anything. #}
{% macro _names(names, relation=none) -%}
    {% for name in names %}{{ relation ~ "." if relation }}`{{ name }}`{{ ", " if not loop.last }}{% endfor %}
{%- endmacro %}
