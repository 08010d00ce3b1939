{# A struct of raw values, with the texts of a map (_exact_texts) in place of their own. For most rows the map is NULL. #}
{% macro _exact_struct(struct, columns, texts) -%}
    if({{ texts }} is null, {{ struct }}, named_struct(
        {%- for c in columns %}
        {%- set name = spark_cdc._string_literal(c.source) -%}
        {{ name }}, if(map_contains_key({{ texts }}, {{ name }}), {{ texts }}[{{ name }}], {{ struct }}.`{{ c.source }}`){{ ", " if not loop.last }}
        {%- endfor -%}
    ))
{%- endmacro %}
