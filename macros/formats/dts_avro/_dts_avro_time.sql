{#
    A timestamp (an instant), timestamp_ntz or date (in the stream's date_time_zone) from the text of a
    DateTime, Timestamp or TimestampWithTimeZone; NULL if that would lose something: nanoseconds (unless the stream
    truncates them), a time of day in a date column, a year outside 1 to 9999, a time without a date.
    See docs/formats/dts_avro.md.
#}
{% macro _dts_avro_time(stream, raw, text, type) %}
    {% set zone = stream.options.date_time_zone %}
    {% set shown = "regexp_replace(" ~ text ~ ", '([.][0-9]{6})[0-9]+', '$1')" if stream.options.nanoseconds == "truncate" else text %}
    {% set day = "^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}" %}
    {# A zone name of three letters has many meanings (CST), of which Spark chooses one. #}
    {% set zoned = "(Z| (UTC|GMT|(?![A-Za-z]{3}$).+))$" %}
    {% set clock = day ~ " [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?" %}
    {% if type == "timestamp" %}
        {{ return(spark_cdc._let("t", shown,
            "case when t rlike '" ~ clock ~ "$' then try_cast(concat(t, ' " ~ zone ~ "') as timestamp)"
            ~ " when t rlike '" ~ day ~ "$' then try_cast(concat(t, ' 00:00:00 " ~ zone ~ "') as timestamp)"
            ~ " when t rlike '" ~ clock ~ zoned ~ "' then try_cast(t as timestamp) end"
        )) }}
    {% endif %}
    {% set of_instant = spark_cdc._timestamp_from_micros("unix_micros(try_cast(t as timestamp))", "timestamp_ntz") %}
    {% set wall %}
        case
            when t rlike '({{ clock }}|{{ day }})$' then try_cast(t as timestamp_ntz)
            when t rlike '{{ clock }}{{ zoned }}' then convert_timezone('UTC', '{{ zone }}', {{ of_instant }})
        end
    {% endset %}
    {% set held = "if(year(w) between 1 and 9999, w, null)" %}
    {% if type == "date" %}
        {% set first = "convert_timezone('" ~ zone ~ "', 'UTC', cast(cast(w as date) as timestamp_ntz))" %}
        {% set held = "if(year(w) between 1 and 9999 and " ~ first ~ " = convert_timezone('" ~ zone ~ "', 'UTC', w), cast(w as date), null)" %}
    {% endif %}
    {{ return(spark_cdc._let("t", shown, spark_cdc._let("w", wall, held))) }}
{% endmacro %}
