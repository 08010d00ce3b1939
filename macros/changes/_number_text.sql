{# A pattern (SQL literal) of the texts that Spark's JSON reader makes of numbers and of true. #}
{% macro _number_text() -%}
    {{- return("'^(-?[0-9]+([.][0-9]+)?(E-?[0-9]+)?|true|\"-?Infinity\")$'") -}}
{%- endmacro %}
