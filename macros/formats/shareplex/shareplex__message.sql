{# The places of row images in a message, and the encoding of bytes (RAW): see docs/adding_a_format.md, Message. #}
{% macro shareplex__message(stream) %}
    {# The key of an update has more columns than its data, in the table's own order. #}
    {{ return({"images": [["$.key"], ["$.data"]], "binary": "hex"}) }}
{% endmacro %}
