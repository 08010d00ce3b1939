{#
    The labels of an `enum('a','b''c')` or `set(...)` type, each with \ as \b and ' as \q: an array. The text is split at quotes and
    joined again, because a pattern of nested repeats would recurse as deep as a label is long.
#}
{% macro _canal_labels(type) -%}
    {%- set piece = "replace(substring(rtrim(' ,', t), 2, length(rtrim(' ,', t)) - 2), '\\\\', '\\\\b')" -%}
    {%- set pieces = "transform(regexp_extract_all(" ~ type ~ ", '\\'[^\\']*\\'( *,)?', 0), t -> concat(" ~ piece ~ ", if(t like '%,', '\\'', '\\\\q')))" -%}
    {#- A quote and a comma follow the last piece of each label except the last one of the list. -#}
    split(regexp_replace(array_join({{ pieces }}, ''), '[\\\\]q$', ''), '\'')
{%- endmacro %}
