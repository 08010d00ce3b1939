{#
    One strict from_json of a whole text: the struct {m: the message, eof: 1 when it is one JSON object and nothing
    more, bad: the text when any field did not fit its type}. The frame around the message is what finds trailing
    garbage, which from_json alone accepts; the array in it finds what looks like more fields of the frame
    ({"op":"c"},"x":1). Of a name that occurs twice the last value counts, as for most JSON readers. What nests deeper
    than 1000 levels is no message; a text may be as long as the message.
#}
{% macro _parse_json(text, fields) -%}
    {%- set parsed -%}
    from_json(
        concat('{"m":[', {{ text }}, '],"eof":1}'),
        'm array<struct<{{ fields }}>>, eof int, bad string',
        map('mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', 'bad', 'allowSingleQuotes', 'false', 'maxStringLen', '2147483647')
    )
    {%- endset -%}
    {{ spark_cdc._let("p", parsed, "named_struct('m', if(size(p.m) = 1, p.m[0], null), 'eof', if(size(p.m) = 1, p.eof, null), 'bad', p.bad)") }}
{%- endmacro %}
