{# A table's schema and name as one value. #}
{% macro _qlik_names(schema, table) -%}
    named_struct('in_schema', {{ schema }}, 'in_table', {{ table }})
{%- endmacro %}
