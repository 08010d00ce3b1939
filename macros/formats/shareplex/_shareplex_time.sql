{#
    A date or time from its text: as 2017-06-16T14:24:34, or in one of the stream's patterns, which is converted to such a text
    first. A pattern with a zone gives an instant. A text with more than six decimals of a second is rejected; in a pattern with
    seven to nine, those beyond the sixth may only be zeros. A year of two digits is one of 1950 to 2049, as Oracle's RR;
    if the text has a zone, the hours around 2050 could be of either end and are rejected.
#}
{% macro _shareplex_time(stream, type, raw) %}
    {% set zone = stream.options.date_time_zone %}
    {% set patterns = stream.options.time_patterns %}
    {% set iso = "^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?( ?(Z|[+-][0-9:]+))?)?$" %}
    {% set texts = ["case when r rlike '" ~ iso ~ "' then r end"] %}
    {% for pattern in ([patterns] if patterns is string else patterns) %}
        {% set letters = modules.re.sub("'[^']*'", "", pattern) %}
        {% set zoned = modules.re.search("[VOXxZz]", letters) %}
        {% set held = modules.re.sub("S{7,9}", "SSSSSS['000']['00']['0']", pattern) %}
        {% set instant = "try_to_timestamp(r, " ~ spark_cdc._string_literal(held) ~ ")" if zoned
            else "try_to_timestamp(concat(r, ' UTC'), " ~ spark_cdc._string_literal(held ~ " VV") ~ ")" %}
        {% set clock = spark_cdc._timestamp_from_micros("unix_micros(" ~ instant ~ ")", "timestamp_ntz") %}
        {% if modules.re.search("(?<!y)yy(?!y)", letters) %}
            {% set first, last = ("2049-12-31 06:00:00", "2050-01-01 18:00:00") if zoned else ("2050-01-01 00:00:00", "2050-01-01 00:00:00") %}
            {% set clock = spark_cdc._let("c", clock, "case when c < timestamp_ntz'" ~ first ~ "' then c when c >= timestamp_ntz'" ~ last
                ~ "' then c - make_ym_interval(100, 0) end") %}
        {% endif %}
        {% do texts.append("concat(cast(" ~ clock ~ " as string), '" ~ ("Z" if zoned else "") ~ "')") %}
    {% endfor %}
    {% set text = spark_cdc._let("r", raw, "coalesce(" ~ texts | join(", ") ~ ", r)") %}
    {{ return(spark_cdc._let("t", text, spark_cdc._time_from_text("t", type, zone))) }}
{% endmacro %}
