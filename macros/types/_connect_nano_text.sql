{# A NanoTimestamp as text with all of its nine digits, for a string column; a text stays as it came. FORMATS.md 4.5. #}
{% macro _connect_nano_text(raw) -%}
    case
        when {{ raw }} rlike '^-?[0-9]+$' then {{ spark_cdc._let("n", "try_cast(" ~ raw ~ " as bigint)",
            "concat(date_format(timestamp_ntz'1970-01-01 00:00:00' + make_dt_interval(0, 0, 0, cast((n - pmod(n, 1000000000)) div 1000000000 as decimal(18, 6))),"
            ~ " 'yyyy-MM-dd HH:mm:ss'), '.', lpad(cast(pmod(n, 1000000000) as string), 9, '0'))") }}
        else {{ raw }}
    end
{%- endmacro %}
