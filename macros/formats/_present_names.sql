{#
    The names that an image has in its JSON text, at `path` in cdc_value; NULL when each of the columns has a value, so
    that nothing is absent. Only a row with a NULL pays for the second look.
#}
{% macro _present_names(image, columns, path) -%}
    case when {% for c in columns %}{{ image }}.`{{ c.source }}` is null{{ " or " if not loop.last }}{% endfor %}
        then json_object_keys(get_json_object(cdc_value, {{ path }})) end
{%- endmacro %}
