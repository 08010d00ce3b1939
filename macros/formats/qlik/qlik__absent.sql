{# Never by the value itself: columnMask tells what is absent (cdc_present of qlik__images). FORMATS.md 9.3. #}
{% macro qlik__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
