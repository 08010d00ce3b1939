{#
    The regular expression, for Java and Python, of a name in which `%` stands for any characters except a dot, `%%` for
    a percent sign, and any other character for itself. It has no anchors.
#}
{% macro _name_pattern(text) %}
    {% set parts = [] %}
    {% for part in modules.re.findall("%%|%|[^%]+", text) %}
        {% do parts.append("[^.]*" if part == "%" else modules.re.escape(part | replace("%%", "%"))) %}
    {% endfor %}
    {{ return(parts | join) }}
{% endmacro %}
