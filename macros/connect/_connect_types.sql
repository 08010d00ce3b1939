{#
    The encodings that a Connect schema's fields name, as cdc_types of the images: a map of field to {type, scale}.
    A message is free to name a field twice, or not at all; a map is not. fields: used several times, give a name.
#}
{% macro _connect_types(fields) -%}
    case
        when size(array_distinct(transform({{ fields }}, f -> f.field))) = size({{ fields }}) and not exists({{ fields }}, f -> f.field is null)
            then map_from_entries(transform(
                {{ fields }}, f -> struct(f.field, struct(coalesce(f.name, f.type) as type, try_cast(f.parameters['scale'] as int) as scale))
            ))
    end
{%- endmacro %}
