{# The columns' fields of a struct, as a struct of just these. #}
{% macro _struct_of(struct, columns) -%}
    named_struct(
        {%- for c in columns %}'{{ c.source }}', {{ struct }}.`{{ c.source }}`{{ ", " if not loop.last }}{% endfor -%}
    )
{%- endmacro %}
