{#
    Microseconds since 1970-01-01 as timestamp_ntz (wall clock) or timestamp (UTC instant), whatever the session's zone;
    NULL at the ends of the 64 bits, where PostgreSQL's infinities lie.
#}
{% macro _timestamp_from_micros(micros, type) -%}
    {%- set number = "cast(" ~ micros ~ " as bigint)" -%}
    case when {{ number }} between -9223371900000000000 and 9223371900000000000 then
        {%- if type == "timestamp" %} timestamp_micros({{ number }})
        {%- else %} timestamp_ntz'1970-01-01 00:00:00' + make_dt_interval(
            cast(({{ number }} - pmod({{ number }}, 86400000000)) div 86400000000 as int), 0, 0,
            cast(cast(pmod({{ number }}, 86400000000) as decimal(18, 6)) / 1000000 as decimal(18, 6))
        )
        {%- endif %}
    end
{%- endmacro %}
