{#
    The Spark type in which a value that comes as a text or a number is read from JSON before it is decoded: decimals as
    variant, which keeps the digits of a number (see _json_decimal_text); all else as text, which takes numbers and texts
    alike: integers of any length and doubles survive it.
#}
{% macro _text_raw_type(column) %}
    {% set type = column.data_type %}
    {% if type.startswith("decimal") %}{{ return("variant") }}{% endif %}
    {% if type.startswith("array") or type.startswith("struct") %}{{ return(type) }}{% endif %}
    {{ return("string") }}
{% endmacro %}
