{# Any text as a Spark SQL literal, exactly; none as NULL; two quotes as the empty text (a CSV cell cannot say it). #}
{% macro _string_literal(text) %}
    {%- if text is none -%}{{ return("null") }}{%- endif -%}
    {%- if text == "''" -%}{{ return("''") }}{%- endif -%}
    {{- return("'" ~ (text | string | replace("\\", "\\\\") | replace("'", "\\'")) ~ "'") -}}
{% endmacro %}
