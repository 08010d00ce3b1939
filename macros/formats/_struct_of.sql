{# Fields of a struct, as a struct of only these columns. #}
{% macro _struct_of(struct, columns) -%}
    named_struct(
        {%- for c in columns %}'{{ c.source }}', {{ struct }}.`{{ c.source }}`{{ ", " if not loop.last }}{% endfor -%}
    )
{%- endmacro %}
