{#
    The struct {value: the record as JSON, reason: why there is none} of a landing value in base64; both are NULL for a
    value longer than max_bytes, which is not decoded at all, and for one that is decoded already, as in a replay.
#}
{% macro _dts_avro_record(stream, text) -%}
    cdc_dts_record(case
        when length({{ text }}) <= {{ spark_cdc._dts_avro_max_length(stream) }} and not startswith({{ text }}, '{')
            then try_to_binary({{ text }}, 'base64')
    end)
{%- endmacro %}
