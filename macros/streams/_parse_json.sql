{#
    One strict from_json of a whole text: the struct {m: the message, eof: 1 when nothing followed it, bad: the text
    when any field did not fit its type}. The frame around the message is what finds trailing garbage, which from_json
    alone accepts.
#}
{% macro _parse_json(text, fields) -%}
    from_json(
        concat('{"m":', {{ text }}, ',"eof":1}'),
        'm struct<{{ fields }}>, eof int, bad string',
        map('mode', 'PERMISSIVE', 'columnNameOfCorruptRecord', 'bad', 'allowSingleQuotes', 'false')
    )
{%- endmacro %}
