{#
    Microseconds since 1970-01-01 as timestamp_ntz (wall clock) or timestamp (UTC instant), in any session time zone.
    NULL at the ends of the 64 bits, where PostgreSQL has its infinities: closer to them than 136854775807, a number overflows.
#}
{% macro _timestamp_from_micros(micros, type) -%}
    {%- set number = "try_subtract(try_add(try_subtract(cast(" ~ micros ~ " as bigint), 136854775807), 273709551614), 136854775807)" -%}
    {%- if type == "timestamp" -%} timestamp_micros({{ number }})
    {%- else -%} timestamp_ntz'1970-01-01 00:00:00' + interval '0.000001' second * {{ number }}
    {%- endif -%}
{%- endmacro %}
