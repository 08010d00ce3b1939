{#
    The digits of the JSON number in a field of cdc_value, with a point; NULL if several numbers of that name are equal as a double.
    For numbers that a variant keeps as a double: with an exponent, or more than 38 digits. name, double: SQL.
#}
{% macro _number_in_message(name, double) -%}
    {%- set numbers = "regexp_extract_all(cdc_value, concat('\"\\\\Q', " ~ name ~ ", '\\\\E\"\\\\s*:\\\\s*(-?[0-9][-+.0-9eE]*)'), 1)" -%}
    {{ spark_cdc._let(
        "n", "filter(array_distinct(" ~ numbers ~ "), n -> try_cast(n as double) = " ~ double ~ ")",
        "if(size(n) = 1, regexp_replace(n[0], '^(-?[0-9]+)([eE]|$)', '$1.$2'), null)"
    ) }}
{%- endmacro %}
