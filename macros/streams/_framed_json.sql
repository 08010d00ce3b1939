{#
    The text of one JSON object, parsed strictly by from_json in a frame: {m: [the object], eof: 1, bad}. The frame detects
    trailing garbage, which from_json alone accepts. The array in it detects text that looks like more fields of the frame
    ({"op":"c"},"x":1). If a name occurs twice, the last value counts, as for most JSON parsers. A bare NaN or Infinity
    is not JSON. A message with more than 1000 levels of nesting is rejected; a text may be as long as the message.
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
