{#
    The column names in an image's JSON text, at `path` in cdc_value; NULL if each of the columns has a value, so
    that nothing is absent. Only a row with a NULL is parsed a second time.
#}
{% macro _present_names(image, columns, path) -%}
    case when {% for c in columns %}{{ image }}.`{{ c.source }}` is null{{ " or " if not loop.last }}{% endfor %}
        then json_object_keys(get_json_object(cdc_value, {{ path }})) end
{%- endmacro %}
