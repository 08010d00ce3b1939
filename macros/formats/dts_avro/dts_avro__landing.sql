{#
    Landing columns whose default differs from the common one. A record is binary, and base64 is a text that keeps it.
    dts_avro__events() decodes the base64, so that only new rows are decoded. For a landing table that has base64 itself, set
    `landing: {value: value}`.
#}
{% macro dts_avro__landing() %}{{ return({"value": "base64(value)"}) }}{% endmacro %}
