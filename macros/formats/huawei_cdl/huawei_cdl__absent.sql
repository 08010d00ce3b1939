{# Images are whole, so no value means that its column is absent; see huawei_cdl__images. FORMATS.md 0.1. #}
{% macro huawei_cdl__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
