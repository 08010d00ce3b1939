{# The fields by which a metadata message tells a column's type, for from_json. #}
{% macro _qlik_type_fields() -%}
    type string, length bigint, precision int, scale int, primaryKeyPosition int
{%- endmacro %}
