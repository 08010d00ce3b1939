{#
    Never by the value itself: columnMask tells what is absent (cdc_present of qlik__images). Source: Qlik Replicate,
    "Metadata and data messages".
#}
{% macro qlik__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
