{# A time of day as [-]HH:mm:ss.ffffff from ms, µs or ns; hours may pass 24. Source: FORMATS.md 4.4 and 4.5. #}
{% macro _debezium_time_text(raw, says) %}
    {% set number = "try_cast(" ~ raw ~ " as bigint)" %}
    {% set micros = "abs(case when " ~ says ~ " in ('io.debezium.time.Time', 'org.apache.kafka.connect.data.Time') then " ~ number
        ~ " * 1000 when " ~ says ~ " = 'io.debezium.time.NanoTime' then floor(" ~ number ~ " / 1000) else " ~ number ~ " end)" %}
    {% set result %}
    case
        when {{ raw }} rlike '^-?[0-9]+$' then concat(
            if({{ raw }} like '-%', '-', ''),
            lpad(cast({{ micros }} div 3600000000 as string), greatest(2, length(cast({{ micros }} div 3600000000 as string))), '0'), ':',
            lpad(cast({{ micros }} div 60000000 % 60 as string), 2, '0'), ':',
            lpad(cast({{ micros }} div 1000000 % 60 as string), 2, '0'), '.',
            lpad(cast({{ micros }} % 1000000 as string), 6, '0')
        )
        else {{ raw }}
    end
    {% endset %}
    {{ return(result) }}
{% endmacro %}
