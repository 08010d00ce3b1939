{#
    An ISO 8601 duration (interval.handling.mode=string) as the microseconds that the connector's numeric mode would
    send: a year has 12 months, a month 30.4375 days. NULL for any other text.
#}
{% macro _connect_duration(raw) -%}
    {%- set parts = [["1", "31557600000000"], ["2", "2629800000000"], ["3", "86400000000"], ["4", "3600000000"], ["5", "60000000"], ["6", "1000000"]] -%}
    {%- set pattern = "^P(?:(-?\\\\d+)Y)?(?:(-?\\\\d+)M)?(?:(-?\\\\d+)D)?(?:T(?:(-?\\\\d+)H)?(?:(-?\\\\d+)M)?(?:(-?\\\\d+(?:[.]\\\\d{1,6})?)S)?)?$" -%}
    case
        when {{ raw }} rlike '^-?[0-9]+$' then try_cast({{ raw }} as bigint)
        when {{ raw }} rlike '{{ pattern }}' and {{ raw }} rlike '[0-9]' then try_cast(cast(
            {% for part in parts -%}
            try_cast(coalesce(nullif(regexp_extract({{ raw }}, '{{ pattern }}', {{ part[0] }}), ''), '0') as decimal(18, 6)) * {{ part[1] }}{{ " + " if not loop.last }}
            {%- endfor %}
            as decimal(38, 0)) as bigint)
    end
{%- endmacro %}
