{#
    The time of a TUPLE row: a number in milliseconds (as in the vendor's sample) or, from 10^14 on, in microseconds (as in
    DataHub's TIMESTAMP), or the text of a timestamp. See docs/formats/datahub_tuple.md.
#}
{% macro _datahub_tuple_execute_time(stream, raw) -%}
    case
        when try_cast({{ raw }} as bigint) between -99999999999999 and 99999999999999 then {{ spark_cdc._time_from_text(raw, "timestamp", stream.options.date_time_zone, "milliseconds") }}
        else {{ spark_cdc._time_from_text(raw, "timestamp", stream.options.date_time_zone, "microseconds") }}
    end
{%- endmacro %}
