{# Any text as an exact Spark SQL literal; none as NULL. Two adjacent literals are one, because Spark would replace ${x} inside of one. #}
{% macro _string_literal(text) %}
    {{- return("null" if text is none else "'" ~ (text | string | replace("\\", "\\\\") | replace("'", "\\'") | replace("${", "$' '{")) ~ "'") -}}
{% endmacro %}
