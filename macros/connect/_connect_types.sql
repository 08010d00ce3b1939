{#
    The encodings that the fields of a Connect schema name, as cdc_types of the images: a map from field to {type, scale}.
    A message may name a field twice, or not at all; a map may not. fields: a name, because it is used several times.
#}
{% macro _connect_types(fields) -%}
    case
        when size(array_distinct(transform({{ fields }}, f -> f.field))) = size({{ fields }}) and not exists({{ fields }}, f -> f.field is null)
            then map_from_entries(transform(
                {{ fields }}, f -> struct(f.field, struct(coalesce(f.name, f.type) as type, try_cast(f.parameters['scale'] as int) as scale))
            ))
    end
{%- endmacro %}
