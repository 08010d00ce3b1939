{# Columns as a list in SQL. relation: an optional prefix of each name. #}
{% macro _names(names, relation=none) -%}
    {% for name in names %}{{ relation ~ "." if relation }}`{{ name }}`{{ ", " if not loop.last }}{% endfor %}
{%- endmacro %}
