{# The columns of a JSON object's text as array<struct<ordinal: int, name: string>>, by their order in it. #}
{% macro _qlik_columns_in_order(text) -%}
    transform(json_object_keys({{ text }}), (name, n) -> struct(n + 1 as ordinal, name))
{%- endmacro %}
