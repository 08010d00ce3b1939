{# The key by which a message finds its schema (see _qlik_schemas): the schema's id, or without one the names of the table. #}
{% macro _qlik_schema_key(id, names) -%}
    named_struct('id', {{ id }}, 'names', case when {{ id }} is null then {{ names }} end)
{%- endmacro %}
