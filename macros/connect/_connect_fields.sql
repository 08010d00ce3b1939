{#
    The fields that a Connect schema lists (`schema`, their JSON text) or, without a schema, those of `image` (a JSON
    object's text) by the kinds of their values, with the same type: array<struct<field, type, name, optional, parameters,
    items, keys, values>>, the last three being struct<type, name, parameters>. NULL if there is neither.
#}
{% macro _connect_fields(schema, image) %}
    {%- set inner = "struct<type string, name string, parameters map<string, string>>" -%}
    {%- set rest = {"name": "string", "optional": "boolean", "parameters": "map<string, string>", "items": inner, "keys": inner, "values": inner} -%}
    coalesce(
        from_json({{ schema }}, 'array<struct<field string, type string{% for name, type in rest.items() %}, `{{ name }}` {{ type }}{% endfor %}>>'),
        transform({{ spark_cdc._json_fields(image) }}, f -> struct(
            f.field as field, f.type as type{% for name, type in rest.items() %}, cast(null as {{ type }}) as `{{ name }}`{% endfor %}

        ))
    )
{%- endmacro %}
