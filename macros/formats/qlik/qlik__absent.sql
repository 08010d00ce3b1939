{#
    Never by the value itself: columnMask tells what is absent (cdc_present of qlik__images). See docs/formats/qlik.md.
#}
{% macro qlik__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
