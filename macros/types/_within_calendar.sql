{#
    A date, timestamp or timestamp_ntz of the years 1 to 9999, else NULL. value is used once: a value outside becomes the
    moment just outside the calendar, which then becomes NULL.
#}
{% macro _within_calendar(value, type) -%}
    {%- set before, after = {
        "date": ["date_sub(date'0001-01-01', 1)", "date_add(date'9999-12-31', 1)"],
        "timestamp": ["timestamp'0001-01-01 00:00:00Z' - interval '0.000001' second", "timestamp'9999-12-31 23:59:59.999999Z' + interval '0.000001' second"],
        "timestamp_ntz": ["timestamp_ntz'0001-01-01 00:00:00' - interval '0.000001' second", "timestamp_ntz'9999-12-31 23:59:59.999999' + interval '0.000001' second"],
    }[type] -%}
    nullif(nullif(greatest(least({{ value }}, {{ after }}), {{ before }}), {{ after }}), {{ before }})
{%- endmacro %}
