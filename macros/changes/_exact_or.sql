{# A string column's exact text where the row has one (_exact_texts), else its ordinary value. #}
{% macro _exact_or(texts, column, value) -%}
    if(map_contains_key({{ texts }}, {{ spark_cdc._string_literal(column.source) }}), {{ texts }}[{{ spark_cdc._string_literal(column.source) }}], {{ value }})
{%- endmacro %}
