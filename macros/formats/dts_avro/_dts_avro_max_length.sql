{# How many digits of base64 max_bytes bytes have. #}
{% macro _dts_avro_max_length(stream) -%}{{ (stream.max_bytes | int + 2) // 3 * 4 }}{%- endmacro %}
