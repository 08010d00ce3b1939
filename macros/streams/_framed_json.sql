{#
    The text of one JSON object, read strictly by from_json in a frame: {m: [the object], eof: 1, bad}. The frame is what
    finds trailing garbage, which from_json alone accepts; the array in it finds what looks like more fields of the frame
    ({"op":"c"},"x":1). Of a name that occurs twice the last value counts, as for most JSON readers. A bare NaN or Infinity
    is no JSON. What nests deeper than 1000 levels is no message; a text may be as long as the message.
    type: of the object, a struct or a map.
#}
{% macro _framed_json(text, type) -%}
    from_json(
        concat('{"m":[', {{ text }}, '],"eof":1}'),
        'm array<{{ type }}>, eof int, bad string',
        map(
            'mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', 'bad', 'allowSingleQuotes', 'false',
            'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647'
        )
    )
{%- endmacro %}
