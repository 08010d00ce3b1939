{# Raises an error unless the stream's date_time_zone is a name of the time zone database, or an offset such as +08:00. #}
{% macro _check_time_zone(stream) %}
    {% set zone = stream.options.date_time_zone %}
    {% if zone not in modules.pytz.all_timezones_set and not modules.re.match("^[+-][0-9]{2}:[0-9]{2}$", zone | string) %}
        {{ spark_cdc._error("stream_time_zone", source=stream.name, format=stream.format, given=zone) }}
    {% endif %}
{% endmacro %}
