{# No value means that its column is absent from the message: an image has a column or does not (cdc_present). #}
{% macro _default__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
