{#
    Whether an image's JSON text, at `path` in cdc_value, has a value other than null for a column: where the reading has
    none, that value did not fit. path: SQL. Worth asking only of a message with a misfit.
#}
{% macro _has_value(path, column) -%}
    try_element_at(from_json(get_json_object(cdc_value, {{ path }}), 'map<string, string>'), '{{ column.source }}') is not null
{%- endmacro %}
