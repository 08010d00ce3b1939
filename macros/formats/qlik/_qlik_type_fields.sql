{# The fields of a column's type in a metadata message, for from_json. #}
{% macro _qlik_type_fields() -%}
    type string, length bigint, precision int, scale int, primaryKeyPosition int
{%- endmacro %}
