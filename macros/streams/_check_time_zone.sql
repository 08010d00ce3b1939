{# Raises an error unless the stream's date_time_zone is a name of the time zone database, or an offset such as +08:00. #}
{% macro _check_time_zone(stream) %}
    {% set zone = stream.options.date_time_zone %}
    {% if zone not in modules.pytz.all_timezones_set and not modules.re.match("^[+-][0-9]{2}:[0-9]{2}$", zone | string) %}
        {{ spark_cdc._error(
            "source " ~ stream.name ~ ", option date_time_zone", zone, ["a zone's name such as Asia/Shanghai", "an offset such as +08:00"],
            "docs/formats/" ~ stream.format ~ ".md"
        ) }}
    {% endif %}
{% endmacro %}
