{# The columns' names in a message as an array of texts. #}
{% macro _names_of(columns) -%}
    array({% for column in columns %}{{ spark_cdc._string_literal(column.source) }}{{ ", " if not loop.last }}{% endfor %})
{%- endmacro %}
