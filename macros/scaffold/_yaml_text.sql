{# A text as a YAML scalar: bare where that is safe, else in double quotes. It must hold no control characters. #}
{% macro _yaml_text(text) %}
    {% set words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"] %}
    {% if modules.re.match("^[A-Za-z_][A-Za-z0-9_.]*$", text) and text | lower not in words %}{{ return(text) }}{% endif %}
    {{ return('"' ~ text | replace("\\", "\\\\") | replace('"', '\\"') ~ '"') }}
{% endmacro %}
