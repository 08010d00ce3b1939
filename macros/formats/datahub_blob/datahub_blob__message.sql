{# Where a message has its row images, and how values are written: see docs/adding_a_format.md, Message. #}
{% macro datahub_blob__message(stream) %}
    {{ return({"images": [["$.payload.after.dataColumn", "$.payload.before.dataColumn"]], "unit": "milliseconds"}) }}
{% endmacro %}
