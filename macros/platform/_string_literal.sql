{# Any text as a Spark SQL literal, exactly; none as NULL. Two literals side by side are one: Spark would replace ${x}. #}
{% macro _string_literal(text) %}
    {{- return("null" if text is none else "'" ~ (text | string | replace("\\", "\\\\") | replace("'", "\\'") | replace("${", "$' '{")) ~ "'") -}}
{% endmacro %}
