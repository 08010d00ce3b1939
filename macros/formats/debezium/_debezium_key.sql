{# The columns of a message key's text, in schema and payload or bare, as map<string, string>; NULL if it is no JSON object. #}
{% macro _debezium_key(text) -%}
    {{ spark_cdc._let(
        "k", spark_cdc._parse_map(text), "if(k['payload'] like '{%', " ~ spark_cdc._parse_map("k['payload']") ~ ", k)"
    ) }}
{%- endmacro %}
