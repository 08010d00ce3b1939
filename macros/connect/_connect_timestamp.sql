{#
    A date or a date and time from a number, whose unit (days, ms, µs, ns) the encoding's name says, or from text, in which
    a date alone is midnight; NULL, so bad_value, when something would be lost: a time of day in a date column, a year
    outside 1 to 9999 there, nanoseconds unless the options say that they may go (a string column keeps them, see
    _connect_nano_text), or when the name is none of a date. options: nanoseconds; zone, the clock of texts without
    one (UTC), and whose day a date is; bounded_years, that timestamps too end with the year 9999.
    says: SQL, the encoding's name. type: date, timestamp or timestamp_ntz. Source: Debezium reference, data type
    mappings.
#}
{% macro _connect_timestamp(options, raw, says, type) %}
    {% set truncate = options.nanoseconds == "truncate" %}
    {% set number = "try_cast(" ~ raw ~ " as bigint)" %}
    {% set nanos = number ~ " div 1000 - if(" ~ number ~ " % 1000 < 0, 1, 0)" if truncate
        else "if(" ~ number ~ " % 1000 = 0, " ~ number ~ " div 1000, null)" %}
    {% set micros %}
        if({{ says }} = 'io.debezium.time.NanoTimestamp', {{ nanos }}, try_multiply({{ number }}, case {{ says }}
            when 'io.debezium.time.MicroTimestamp' then 1L
            when 'io.debezium.time.Timestamp' then 1000L when 'org.apache.kafka.connect.data.Timestamp' then 1000L
            when 'io.debezium.time.Date' then 86400000000 when 'org.apache.kafka.connect.data.Date' then 86400000000
        end))
    {% endset %}
    {% if type == "date" %}
        {% set of_micros = "if(micros % 86400000000 = 0, date_from_unix_date(cast(micros div 86400000000 as int)), null)" %}
    {% else %}
        {% set of_micros = spark_cdc._timestamp_from_micros("micros", type) %}
    {% endif %}
    {% set of_number = spark_cdc._let("micros", micros, of_micros) %}
    {% set text = "regexp_replace(" ~ raw ~ ", '^([0-9]{4}-[0-9]{2}-[0-9]{2})(Z?)$', '$1 00:00:00$2')" %}
    {% if truncate %}{% set text = "regexp_replace(" ~ text ~ ", '([.][0-9]{6})[0-9]+', '$1')" %}{% endif %}
    {% set of_text = spark_cdc._let("clock", text, spark_cdc._time_from_text("clock", type, options.zone or "UTC")) %}
    {% set value = "case when " ~ raw ~ " rlike '^-?[0-9]+$' then " ~ of_number ~ " else " ~ of_text ~ " end" %}
    {% if type != "date" and not options.bounded_years %}{{ return(value) }}{% endif %}
    {% set first, last = {
        "date": ["date'0001-01-01'", "date'9999-12-31'"],
        "timestamp": ["timestamp'0001-01-01 00:00:00Z'", "timestamp'9999-12-31 23:59:59.999999Z'"],
        "timestamp_ntz": ["timestamp_ntz'0001-01-01 00:00:00'", "timestamp_ntz'9999-12-31 23:59:59.999999'"],
    }[type] %}
    {{ return(spark_cdc._let("moment", value, "if(moment between " ~ first ~ " and " ~ last ~ ", moment, null)")) }}
{% endmacro %}
