{# The places of row images in a message, and the encoding of values: see docs/adding_a_format.md, Message. #}
{% macro datahub_blob__message(stream) %}
    {{ return({"images": [["$.payload.after.dataColumn", "$.payload.before.dataColumn"]], "unit": "milliseconds"}) }}
{% endmacro %}
