{#
    The fields of a JSON object's text in their own order: array<struct<field: string, type: string>>. The type is
    the kind of the value: `JSON integer` (to 64 bits), `JSON long integer`, `JSON fraction`, `JSON text`,
    `JSON boolean`, `JSON array`, `JSON object`, `JSON null`. Spark's variant keeps the JSON type: an integer is a
    BIGINT or, beyond 64 bits, a DECIMAL without scale; 5.0 is a DECIMAL(1,0).
#}
{% macro _json_fields(text) -%}
    transform(
        transform(
            json_object_keys({{ text }}),
            k -> struct(
                k as field,
                {{ spark_cdc._variant_kind("try_variant_get(try_parse_json(" ~ text ~ "), '$', 'map<string, variant>')[k]") }} as type
            )
        ),
        f -> struct(f.field as field, concat('JSON ', case
            when f.type = 'BIGINT' then 'integer'
            when f.type rlike '^DECIMAL[(](19|[23][0-9]),0[)]$' then 'long integer'
            when f.type rlike '^(DECIMAL|DOUBLE|FLOAT)' then 'fraction'
            when f.type = 'STRING' then 'text'
            when f.type = 'BOOLEAN' then 'boolean'
            when f.type like 'ARRAY%' then 'array'
            when f.type like 'OBJECT%' then 'object'
            else 'null'
        end) as type)
    )
{%- endmacro %}
