{#
    A date and time from epoch ms, µs or ns (by the type's name) or from text. Nanoseconds that the type cannot hold
    make it NULL, so bad_value, unless the options say that they may go; a string column keeps them (see
    _connect_nano_text). A text must start with a date: Spark reads a bare time as one of today. Source: FORMATS.md 4.5.
#}
{% macro _connect_timestamp(options, raw, says, type) %}
    {% set number = "try_cast(" ~ raw ~ " as bigint)" %}
    {% set truncate = options.nanoseconds == "truncate" %}
    {% set whole = "(" ~ number ~ " - pmod(" ~ number ~ ", 1000)) div 1000" if truncate else "case when " ~ number ~ " % 1000 = 0 then " ~ number ~ " div 1000 end" %}
    {% set micros = "case when " ~ says ~ " in ('io.debezium.time.Timestamp', 'org.apache.kafka.connect.data.Timestamp')"
        ~ " then try_multiply(" ~ number ~ ", 1000) when " ~ says ~ " = 'io.debezium.time.NanoTimestamp' then " ~ whole ~ " else " ~ number ~ " end" %}
    {{ return("case when " ~ raw ~ " rlike '^-?[0-9]+$' then " ~ spark_cdc._timestamp_from_micros(micros, type)
        ~ " when " ~ raw ~ " rlike '^[-+]?[0-9]{4,6}-[0-9]'" ~ ("" if truncate else " and not " ~ raw ~ " rlike '[.][0-9]{6}[0-9]*[1-9]'")
        ~ " then try_cast(" ~ raw ~ " as " ~ type ~ ") end") }}
{% endmacro %}
