{#
    An image's JSON, at `path` (SQL) in cdc_value, as a map of texts: where it has a text and the reading has no value,
    that value did not fit. Worth asking only of a message with a misfit.
#}
{% macro _image_texts(path) -%}
    from_json(get_json_object(cdc_value, {{ path }}), 'map<string, string>')
{%- endmacro %}
