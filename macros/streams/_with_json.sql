{#
    A relation with the column `name`, a text of each row parsed strictly: the struct of _unframed(). In a subquery of its own,
    Spark compiles the expression, and parses once.
    text: SQL; NULL for a row that is not to be parsed. fields: of the text, as a from_json schema.
#}
{% macro _with_json(relation, fields, text="cdc_value", name="cdc_j") -%}
    (
        select * except (cdc_framed), {{ spark_cdc._unframed("cdc_framed") }} as {{ name }}
        from (select *, {{ spark_cdc._framed_json(text, "struct<" ~ fields ~ ">") }} as cdc_framed from {{ relation }}) as framed
    ) as parsed
{%- endmacro %}
