{#
    The struct {value: the record as JSON, reason: why there is none} of a landing value in base64. Both are NULL for a
    value longer than max_bytes, which is not decoded, and for a value that is already decoded, as in a replay.
#}
{% macro _dts_avro_record(stream, text) -%}
    cdc_dts_record(case
        when length({{ text }}) <= {{ spark_cdc._dts_avro_max_length(stream) }} and not startswith({{ text }}, '{')
            then try_to_binary({{ text }}, 'base64')
    end)
{%- endmacro %}
