{#
    A timestamp (an instant), timestamp_ntz or date (in the time zone `zone`) from a text with or without a zone of its own,
    or from the digits of an epoch number in `unit` (milliseconds, microseconds; none: digits are no time). NULL if that
    would lose something: more than six decimals of a second, a time of day in a date column, a year outside 1 to 9999.
    An instant is a date if it is the first of its day in that zone: 01:00 if a clock change skips midnight.
    with_dates: whether a date alone means its midnight.
#}
{% macro _time_from_text(raw, type, zone, unit=none, with_dates=false) %}
    {% set number = "try_cast(" ~ raw ~ " as bigint)" %}
    {% set micros = "try_multiply(" ~ number ~ ", 1000)" if unit == "milliseconds" else number %}
    {% set held = micros ~ " between -62135596800000000 and 253402300799999999" %}
    {% set time = "[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6}0*)?)?" %}
    {% set clock = "^[0-9]{4}-[0-9]{2}-[0-9]{2}" ~ ("(" ~ time ~ ")?" if with_dates else time) %}
    {% set text = "if(length(" ~ raw ~ ") > 11, " ~ raw ~ ", concat(left(" ~ raw ~ ", 10), ' 00:00:00', substr(" ~ raw ~ ", 11)))" if with_dates else raw %}
    {% set is_number = raw ~ " rlike '^-?[0-9]+$'" if unit else "false" %}
    {% set is_clock = raw ~ " rlike '" ~ clock ~ "$'" %}
    {% set is_instant = raw ~ " rlike '" ~ clock ~ " ?(Z|[+-][0-9]{2}(:?[0-9]{2})?)$'" %}
    {% if type == "timestamp" %}
        {{ return(
            "case when " ~ is_number ~ " then case when " ~ held ~ " then timestamp_micros(" ~ micros ~ ") end"
            ~ " when " ~ is_clock ~ " then try_cast(concat(" ~ text ~ ", ' " ~ zone ~ "') as timestamp)"
            ~ " when " ~ is_instant ~ " then try_cast(" ~ text ~ " as timestamp) end"
        ) }}
    {% endif %}
    {% set of_number = spark_cdc._timestamp_from_micros(micros, "timestamp_ntz") %}
    {% set of_instant = spark_cdc._timestamp_from_micros("unix_micros(try_cast(" ~ text ~ " as timestamp))", "timestamp_ntz") %}
    {% set wall %}
        case
            when {{ is_number }} then case when {{ held }} then convert_timezone('UTC', '{{ zone }}', {{ of_number }}) end
            when {{ is_clock }} then try_cast({{ raw }} as timestamp_ntz)
            when {{ is_instant }} then convert_timezone('UTC', '{{ zone }}', {{ of_instant }})
        end
    {% endset %}
    {% if type == "timestamp_ntz" %}{{ return(wall) }}{% endif %}
    {% set bare = "try_cast(" ~ raw ~ " as date)" %}
    {% set is_bare = raw ~ " rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'" %}
    {% if zone == "UTC" %}
        {# As its text, so that the long expression occurs once. #}
        {% set day = "try_cast(nullif(regexp_extract(cast(" ~ wall ~ " as string), '^(.+) 00:00:00$', 1), '') as date)" %}
        {{ return("case when " ~ is_bare ~ " then " ~ bare ~ " else " ~ day ~ " end") }}
    {% endif %}
    {% set first = "convert_timezone('" ~ zone ~ "', 'UTC', cast(cast(w as date) as timestamp_ntz))" %}
    {% set day = "if(" ~ first ~ " = convert_timezone('" ~ zone ~ "', 'UTC', w), cast(w as date), null)" %}
    {{ return(
        "case when " ~ is_bare ~ " then " ~ bare ~ " else " ~ spark_cdc._let("w", wall, day) ~ " end"
    ) }}
{% endmacro %}
