{# A place in the transaction, a number or its text, as a number; NULL for anything else. #}
{% macro _shareplex_count(text) -%}
    case when trim({{ text }}) rlike '^[0-9]{1,20}\\z' then cast(trim({{ text }}) as decimal(20, 0)) end
{%- endmacro %}
