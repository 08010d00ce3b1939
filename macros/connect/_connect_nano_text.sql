{#
    A time in ns, or in ms or µs if the message's schema declares it, as text with all nine digits of the second, for a
    string column; a text is unchanged. Source: Debezium reference, data type mappings.
#}
{% macro _connect_nano_text(raw, encoding) -%}
    {%- set nanos -%}
    case
        when {{ encoding }} in ('io.debezium.time.Timestamp', 'org.apache.kafka.connect.data.Timestamp') then try_multiply(try_cast({{ raw }} as bigint), 1000000)
        when {{ encoding }} = 'io.debezium.time.MicroTimestamp' then try_multiply(try_cast({{ raw }} as bigint), 1000)
        else try_cast({{ raw }} as bigint)
    end
    {%- endset -%}
    {%- set second = "cast(n div 1000000000 - if(n % 1000000000 < 0, 1, 0) as decimal(18, 6))" -%}
    case
        when {{ raw }} rlike '^-?[0-9]+$' then {{ spark_cdc._let("n", nanos,
            "concat(date_format(timestamp_ntz'1970-01-01 00:00:00' + make_dt_interval(0, 0, 0, " ~ second ~ "), 'yyyy-MM-dd HH:mm:ss'), '.',"
            ~ " lpad(cast(pmod(n, 1000000000) as string), 9, '0'))") }}
        else {{ raw }}
    end
{%- endmacro %}
