{# Where a message has its row images, and how bytes (RAW) are written: see docs/adding_a_format.md, Message. #}
{% macro shareplex__message(stream) %}
    {# An update's key is the longer one, in the table's own order. #}
    {{ return({"images": [["$.key"], ["$.data"]], "binary": "hex"}) }}
{% endmacro %}
