{# An expression as text, in the SQL of a source database. #}
{% macro _source_cast(database, expression) -%}
    cast({{ expression }} as {{ "char" if database == "mariadb" else "text" }})
{%- endmacro %}
