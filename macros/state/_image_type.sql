{# The type of a row without its key, which the fold carries as one value; a table may have no other columns. #}
{% macro _image_type(contract) -%}
    struct<
        {%- for column in contract.columns if not column.key %}`{{ column.name }}`: {{ column.data_type }}{{ ", " if not loop.last }}
        {%- else %}none: string{% endfor -%}
    >
{%- endmacro %}
