{#
    The kind of value in a variant, in the words of schema_of_variant. For an object or array it is only that word,
    because Spark fails on an object with half of a surrogate pair in a name.
#}
{% macro _variant_kind(variant) -%}
    case left(to_json({{ variant }}), 1) when '{' then 'OBJECT' when '[' then 'ARRAY' else schema_of_variant({{ variant }}) end
{%- endmacro %}
