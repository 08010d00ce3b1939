{#
    No value stands for one that was not sent: a column is in the image or not (see lindorm__images).
    See docs/formats/lindorm.md.
#}
{% macro lindorm__absent(stream, column, raw) %}{{ return("false") }}{% endmacro %}
