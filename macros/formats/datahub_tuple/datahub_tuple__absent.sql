{# Every row has every column of its topic, so nothing is absent. Source: DataHub appendix, TUPLE; FORMATS.md 1. #}
{% macro datahub_tuple__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
