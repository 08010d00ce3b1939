{#
    SQL of whether a JSON text has a number that Spark's JSON reader may round: with a fraction or an exponent, and 16 digits, an
    exponent of at least 15 or one of three digits, for which Java may write other digits (8.41e21). The lookahead skips all other
    numbers. text: SQL; NULL is a text without numbers.
#}
{% macro _has_long_number(text) %}
    {% set pattern = "[:,\\[]\\s*+-?+(?=[0-9]*+[.eE])(?:0*[.]?0*(?:[0-9][.]?){16}|[0-9.]+[eE](?:[+]?(?:1[5-9]|[2-9][0-9])|[-+]?[0-9]{3}))" %}
    {{ return("coalesce(" ~ text ~ " rlike " ~ spark_cdc._string_literal(pattern) ~ ", false)") }}
{% endmacro %}
