{# A relation's columns as a struct, without the key (see _image_type). #}
{% macro _image_struct(contract, relation) -%}
    named_struct(
        {%- for column in contract.columns if not column.key %}
        '{{ column.name }}', cast({{ relation }}.`{{ column.name }}` as {{ column.data_type }}){{ "," if not loop.last }}
        {%- else %}'none', cast(null as string){% endfor %}
    )
{%- endmacro %}
