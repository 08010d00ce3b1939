{#
    A pattern (SQL literal) of JSON texts that may hold a number which a variant does not keep exactly: a variant has at most 38
    digits, stores a number with an exponent as a double, and has no negative zero.
#}
{% macro _inexact_in_variant() -%}
    {{- return(spark_cdc._string_literal("[:,\\[]\\s*-?([0-9.]{39}|[0-9.]{16,}[eE]|[0-9.]+[eE][-+]?[0-9]{3})|[:,\\[]\\s*-0([.]0*)?([eE][-+]?[0-9]+)?\\s*[,}\\]]")) -}}
{%- endmacro %}
