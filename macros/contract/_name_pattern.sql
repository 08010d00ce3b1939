{#
    The regular expression, of Java as of Python, for a name in which `%` stands for any characters but a dot and `%%` for
    a percent sign; all else stands for itself. It has no anchors.
#}
{% macro _name_pattern(text) %}
    {% set parts = [] %}
    {% for part in modules.re.findall("%%|%|[^%]+", text) %}
        {% do parts.append("[^.]*" if part == "%" else modules.re.escape(part | replace("%%", "%"))) %}
    {% endfor %}
    {{ return(parts | join) }}
{% endmacro %}
