{# A pattern (SQL literal) of the texts into which Spark's JSON reader turns numbers and true. #}
{% macro _number_text() -%}
    {{- return("'^(-?[0-9]+([.][0-9]+)?(E-?[0-9]+)?|true|\"-?Infinity\")$'") -}}
{%- endmacro %}
