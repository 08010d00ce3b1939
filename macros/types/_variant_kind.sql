{#
    What kind of value a variant holds, in the words of schema_of_variant; of an object or array no more than that it is
    one, because Spark fails on an object whose names hold half of a surrogate pair.
#}
{% macro _variant_kind(variant) -%}
    case left(to_json({{ variant }}), 1) when '{' then 'OBJECT' when '[' then 'ARRAY' else schema_of_variant({{ variant }}) end
{%- endmacro %}
