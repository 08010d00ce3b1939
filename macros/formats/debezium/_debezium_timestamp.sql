{# A date and time from epoch ms, µs or ns (by the type's name) or from text. Source: FORMATS.md 4.5. #}
{% macro _debezium_timestamp(raw, says, type) -%}
    case
        when {{ raw }} rlike '^-?[0-9]+$' then {{ spark_cdc._timestamp_from_micros(
            "case when " ~ says ~ " in ('io.debezium.time.Timestamp', 'org.apache.kafka.connect.data.Timestamp')"
            ~ " then try_cast(" ~ raw ~ " as bigint) * 1000"
            ~ " when " ~ says ~ " = 'io.debezium.time.NanoTimestamp' then floor(try_cast(" ~ raw ~ " as bigint) / 1000)"
            ~ " else try_cast(" ~ raw ~ " as bigint) end", type) }}
        else try_cast({{ raw }} as {{ type }})
    end
{%- endmacro %}
