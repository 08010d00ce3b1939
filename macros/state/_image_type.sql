{# The type of the fold's value for a row: a struct of its columns without the key, or a substitute where there are none. #}
{% macro _image_type(contract) -%}
    struct<
        {%- for column in contract.columns if not column.key %}`{{ column.name }}`: {{ column.data_type }}{{ ", " if not loop.last }}
        {%- else %}none: string{% endfor -%}
    >
{%- endmacro %}
