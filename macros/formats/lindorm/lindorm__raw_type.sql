{#
    The Spark type in which a column's JSON value is read before it is decoded: decimals as variant, which keeps the
    digits of a number; nested values as they are; all else as text, which takes numbers, texts and base64 alike.
#}
{% macro lindorm__raw_type(stream, column) %}
    {% set type = column.data_type %}
    {% if type.startswith("decimal") %}{{ return("variant") }}{% endif %}
    {% if type.startswith("array") or type.startswith("struct") %}{{ return(type) }}{% endif %}
    {{ return("string") }}
{% endmacro %}
