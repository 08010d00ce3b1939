{#
    A time of day from ms, µs or ns as [-]HH:mm:ss.ffffff, with nine digits if there are nanoseconds; hours may exceed
    24. Source: Debezium reference, data type mappings.
#}
{% macro _connect_time_text(raw, encoding) %}
    {% set nanos = "abs(cast(try_cast(" ~ raw ~ " as bigint) as decimal(38, 0)) * case when " ~ encoding
        ~ " in ('io.debezium.time.Time', 'org.apache.kafka.connect.data.Time') then 1000000 when " ~ encoding
        ~ " = 'io.debezium.time.NanoTime' then 1 else 1000 end)" %}
    {% set text %}
        concat(
            if({{ raw }} like '-%', '-', ''),
            lpad(cast(n div 3600000000000 as string), greatest(2, length(cast(n div 3600000000000 as string))), '0'), ':',
            lpad(cast(n div 60000000000 % 60 as string), 2, '0'), ':',
            lpad(cast(n div 1000000000 % 60 as string), 2, '0'), '.',
            left(lpad(cast(cast(n % 1000000000 as bigint) as string), 9, '0'), if(n % 1000 = 0, 6, 9))
        )
    {% endset %}
    {{ return("case when " ~ raw ~ " rlike '^-?[0-9]+$' then " ~ spark_cdc._let("n", nanos, text) ~ " else " ~ raw ~ " end") }}
{% endmacro %}
