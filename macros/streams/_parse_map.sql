{# A strict from_json of a whole text as map<string, string>, an expression; NULL if the text is not one JSON object. #}
{% macro _parse_map(text) -%}
    {{ spark_cdc._let("p", spark_cdc._framed_json(text, "map<string, string>"), "if(size(p.m) = 1 and p.eof is not null, p.m[0], null)") }}
{%- endmacro %}
