{# Microseconds since 1970-01-01 as timestamp_ntz (wall clock) or timestamp (UTC instant), whatever the session's zone. #}
{% macro _timestamp_from_micros(micros, type) -%}
    {%- if type == "timestamp" -%}
    timestamp_micros(cast({{ micros }} as bigint))
    {%- else -%}
    timestamp_ntz'1970-01-01 00:00:00' + make_dt_interval(
        cast(floor(cast({{ micros }} as bigint) / 86400000000) as int), 0, 0,
        cast(cast(pmod(cast({{ micros }} as bigint), 86400000000) as decimal(18, 6)) / 1000000 as decimal(18, 6))
    )
    {%- endif -%}
{%- endmacro %}
