{#
    The fields of a change's images as map<string, variant>, which keeps the JSON type of each value.
    places: a list of [text, path] (SQL), the JSON texts and the paths of the images in them. The first image that has a field
    counts. An image may be a text that holds JSON, as MongoDB's are.
#}
{% macro _image_fields(places) -%}
    {%- set object = "try_variant_get(v, '$', 'map<string, variant>')" -%}
    {%- set inner = "try_variant_get(try_parse_json(try_variant_get(v, '$', 'string')), '$', 'map<string, variant>')" -%}
    aggregate(
        array({% for text, path in places %}struct({{ text }} as text, {{ path }} as path){{ ", " if not loop.last }}{% endfor %}),
        cast(map() as map<string, variant>),
        (found, place) -> map_zip_with(
            found,
            aggregate(
                split(place.path, '[.]'),
                try_parse_json(place.text),
                (v, s) -> if(s = '$', v, coalesce(try_element_at({{ object }}, s), get(try_variant_get(v, '$', 'array<variant>'), try_cast(s as int)))),
                v -> coalesce({{ object }}, {{ inner }}, cast(map() as map<string, variant>))
            ),
            (name, first, next) -> coalesce(first, next)
        )
    )
{%- endmacro %}
