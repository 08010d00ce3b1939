{#
    Landing columns whose default differs from the common one. A record is binary, and base64 is text that keeps it;
    dts_avro__events() decodes that, so that only new rows are. A landing table that has base64 itself says
    `landing: {value: value}`.
#}
{% macro dts_avro__landing() %}{{ return({"value": "base64(value)"}) }}{% endmacro %}
