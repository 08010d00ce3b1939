{# Where a message has its row images, in the envelope or bare, and that it needs metadata: see docs/adding_a_format.md, Message. #}
{% macro qlik__message(stream) %}
    {{ return({
        "images": [["$.message.data", "$.data", "$.message.beforeData", "$.beforeData"]],
        "names": {"value_of": "name"},
        "binary": "hex",
        "needs_metadata": stream.options.metadata == "required",
    }) }}
{% endmacro %}
