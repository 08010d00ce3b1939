{#
    The result of _framed_json(), as the struct {m: the message, eof: 1 if it is one JSON object and nothing more, bad:
    the text if a field did not fit its type}. framed: a name, because it is used several times.
#}
{% macro _unframed(framed) -%}
    named_struct(
        'm', if(size({{ framed }}.m) = 1, {{ framed }}.m[0], null),
        'eof', if(size({{ framed }}.m) = 1, {{ framed }}.eof, null),
        'bad', {{ framed }}.bad
    )
{%- endmacro %}
