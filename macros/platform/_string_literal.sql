{# Any text as a Spark SQL literal, exactly; none as NULL. #}
{% macro _string_literal(text) %}
    {{- return("null" if text is none else "'" ~ (text | string | replace("\\", "\\\\") | replace("'", "\\'")) ~ "'") -}}
{% endmacro %}
