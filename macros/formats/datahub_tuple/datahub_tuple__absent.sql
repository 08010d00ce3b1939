{# Every row has every column of its topic, so nothing is absent. Source: DataHub appendix, TUPLE. #}
{% macro datahub_tuple__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
