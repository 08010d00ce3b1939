{# No value stands for one that was not sent: a column is in the image or not (see lindorm__images). FORMATS.md 8. #}
{% macro lindorm__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
