{#
    One strict from_json of a whole text as an expression: the struct of _unframed(). For the rows of a relation, _with_json() is
    cheaper.
#}
{% macro _parse_json(text, fields) -%}
    {{ spark_cdc._let("p", spark_cdc._framed_json(text, "struct<" ~ fields ~ ">"), spark_cdc._unframed("p")) }}
{%- endmacro %}
