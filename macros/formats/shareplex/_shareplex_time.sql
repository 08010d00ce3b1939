{#
    A date or time from its text: as 2017-06-16T14:24:34, or in one of the stream's patterns, which becomes such a text
    first. A pattern that reads a zone gives an instant. More than six decimals of a second are no value.
#}
{% macro _shareplex_time(stream, type, raw) %}
    {% set zone = spark_cdc._time_zone(stream) %}
    {% set patterns = stream.options.time_patterns %}
    {% set texts = ["case when r rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}($|[ T])' then r end"] %}
    {% for pattern in ([patterns] if patterns is string else patterns) %}
        {% set zoned = modules.re.search("[VOXxZz]", modules.re.sub("'[^']*'", "", pattern)) %}
        {% set instant = "try_to_timestamp(r, " ~ spark_cdc._string_literal(pattern) ~ ")" if zoned
            else "try_to_timestamp(concat(r, ' UTC'), " ~ spark_cdc._string_literal(pattern ~ " VV") ~ ")" %}
        {% do texts.append("case when not r rlike '[.][0-9]{6}[0-9]*[1-9]' then concat(cast("
            ~ spark_cdc._timestamp_from_micros("unix_micros(" ~ instant ~ ")", "timestamp_ntz") ~ " as string), '" ~ ("Z" if zoned else "") ~ "') end") %}
    {% endfor %}
    {% set text = spark_cdc._let("r", raw, "coalesce(" ~ texts | join(", ") ~ ", r)") %}
    {{ return(spark_cdc._let("t", text, spark_cdc._time_from_text("t", type, zone))) }}
{% endmacro %}
