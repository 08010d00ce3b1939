{#
    SQL of whether one of several JSON texts has a number that Spark's JSON reader may round: with a fraction or an exponent, and 16
    digits, an exponent of at least 15 or one of three digits, for which Java may write other digits (8.41e21). The lookahead skips
    all other numbers. texts: a list of SQL; NULL is a text without numbers.
#}
{% macro _has_long_number(texts) %}
    {% set pattern = "[:,\\[]\\s*+-?+(?=[0-9]*+[.eE])(?:0*[.]?0*(?:[0-9][.]?){16}|[0-9.]+[eE](?:[+]?(?:1[5-9]|[2-9][0-9])|[-+]?[0-9]{3}))" %}
    {% set found = [] %}
    {% for text in texts %}{% do found.append("coalesce(" ~ text ~ " rlike " ~ spark_cdc._string_literal(pattern) ~ ", false)") %}{% endfor %}
    {{ return(found | join(" or ")) }}
{% endmacro %}
