{# Images are full by contract, so nothing is absent. Source: DataHub appendix, BLOB fields. #}
{% macro datahub_blob__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
