{#
    Where a message has the names of columns (docs/adding_a_format.md, Message). The scaffold looks at no values: a record
    names the type of each, and a time that is no time is a text.
#}
{% macro dts_avro__message(stream) %}
    {{ return({"names": {"objects": ["$.beforeImages", "$.afterImages"], "value_of": "name"}}) }}
{% endmacro %}
