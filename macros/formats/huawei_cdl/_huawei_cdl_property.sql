{#
    A value of transaction.properties, whose entries have no fixed order: an array of name and value, as in the vendor's
    sample, or an object, as in its table. properties: JSON text.
#}
{% macro _huawei_cdl_property(properties, name) -%}
    coalesce(
        get(filter(from_json({{ properties }}, 'array<struct<name string, value string>>'), p -> p.name = {{ spark_cdc._string_literal(name) }}), 0).value,
        try_element_at(from_json({{ properties }}, 'map<string, string>'), {{ spark_cdc._string_literal(name) }})
    )
{%- endmacro %}
