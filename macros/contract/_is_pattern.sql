{# True when a name has a wildcard (see _name_pattern). #}
{% macro _is_pattern(text) %}{{ return("%" in text | replace("%%", "")) }}{% endmacro %}
