{#
    A date or timestamp from a number, in the unit (days, ms, µs, ns) of its encoding, or from a text, in which
    a date alone means midnight. NULL, and so bad_value, if something would be lost: a time of day in a date column, a year
    outside 1 to 9999 there, or nanoseconds, unless the options allow it (a string column keeps them, see
    _connect_nano_text); and if the encoding is not one of a date. options: nanoseconds; zone, the time zone of texts without
    one (UTC) and of dates; bounded_years, whether timestamps too end with the year 9999.
    own: SQL, the type in the message's own schema, or NULL. It counts if it is a logical name, with a point, or
    `string`, which is not a number; otherwise declared, a name, counts. type: date, timestamp or timestamp_ntz.
    Source: Debezium reference, data type mappings.
#}
{% macro _connect_timestamp(options, raw, own, declared, type) %}
    {% set in_a_day = {
        "io.debezium.time.Date": "1", "org.apache.kafka.connect.data.Date": "1",
        "io.debezium.time.Timestamp": "86400000", "org.apache.kafka.connect.data.Timestamp": "86400000",
        "io.debezium.time.MicroTimestamp": "86400000000", "io.debezium.time.NanoTimestamp": "86400000000000",
    } %}
    {% set named = [] %}
    {% for name, units in in_a_day.items() %}{% do named.append("'" ~ name ~ "', " ~ units ~ "L") %}{% endfor %}
    {% set units = "if(" ~ own ~ " like '%.%' or " ~ own ~ " = 'string', map(" ~ named | join(", ") ~ ")[" ~ own ~ "], " ~ in_a_day.get(declared, "null") ~ ")" %}
    {% set number = "try_cast(" ~ raw ~ " as bigint)" %}
    {% set nano = "io.debezium.time.NanoTimestamp" %}
    {% set is_nano = "coalesce(not " ~ own ~ " like '%.%' and " ~ own ~ " <> 'string' or " ~ own ~ " = '" ~ nano ~ "', true)" if declared == nano else own ~ " <=> '" ~ nano ~ "'" %}
    {% set truncate = options.nanoseconds == "truncate" %}
    {% if type == "date" %}
        {% set whole = number ~ (" - if(" ~ is_nano ~ ", pmod(" ~ number ~ ", 1000), 0)" if truncate else "") %}
        {% set of_number = "date_from_unix_date(try_cast(if((" ~ whole ~ ") % " ~ units ~ " = 0, (" ~ whole ~ ") div " ~ units ~ ", null) as int))" %}
    {% else %}
        {% set nanos = number ~ " div 1000 - if(" ~ number ~ " % 1000 < 0, 1, 0)" if truncate
            else "if(" ~ number ~ " % 1000 = 0, " ~ number ~ " div 1000, null)" %}
        {% set of_number = spark_cdc._timestamp_from_micros(
            "if(" ~ is_nano ~ ", " ~ nanos ~ ", try_multiply(" ~ number ~ ", 86400000000 div " ~ units ~ "))", type
        ) %}
    {% endif %}
    {% set text = "regexp_replace(" ~ raw ~ ", '([.][0-9]{6})[0-9]+', '$1')" if truncate else raw %}
    {% set of_text = spark_cdc._time_from_text(text, type, options.zone or "UTC", with_dates=true) %}
    {% set value = "case when " ~ raw ~ " rlike '^-?[0-9]+$' then " ~ of_number ~ " else " ~ of_text ~ " end" %}
    {{ return(spark_cdc._within_calendar(value, type) if type == "date" or options.bounded_years else value) }}
{% endmacro %}
