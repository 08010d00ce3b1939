{# The number of base64 digits of max_bytes bytes. #}
{% macro _dts_avro_max_length(stream) -%}{{ (stream.max_bytes | int + 2) // 3 * 4 }}{%- endmacro %}
