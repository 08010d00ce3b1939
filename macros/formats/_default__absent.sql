{# The default: no value marks its column as absent. An image has a column or lacks it (cdc_present). #}
{% macro _default__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
