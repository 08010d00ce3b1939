{#
    The places of column names in a message (docs/adding_a_format.md, Message). The scaffold looks at no values, because a record
    has the type of each, and an invalid time is a text.
#}
{% macro dts_avro__message(stream) %}
    {{ return({"names": {"objects": ["$.beforeImages", "$.afterImages"], "value_of": "name"}}) }}
{% endmacro %}
