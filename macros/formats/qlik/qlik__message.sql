{# The places of row images in a message, in the envelope or bare, and its need for metadata: see docs/adding_a_format.md, Message. #}
{% macro qlik__message(stream) %}
    {{ return({
        "images": [["$.message.data", "$.data", "$.message.beforeData", "$.beforeData"]],
        "names": {"value_of": "name"},
        "binary": "hex",
        "needs_metadata": stream.options.metadata == "required",
    }) }}
{% endmacro %}
