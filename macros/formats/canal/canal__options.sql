{#
    The options of a stream of Canal JSON. Each has default, allowed (none: anything) and explanation.
    Source: DTS "data formats of a Kafka cluster", Canal JSON.
#}
{% macro canal__options() %}
    {{ return({
        "dialect": {
            "default": "community", "allowed": ["community", "dts_legacy"], "logged": true,
            "explanation": "dts_legacy: a DTS instance made before 20 March 2022, whose updates have the new row in old and the"
                ~ " old row in data; anything else is community",
        },
        "date_time_zone": {
            "default": "UTC", "allowed": none,
            "explanation": "the zone in which TIMESTAMP values are written, that of Canal's JVM: a name such as Asia/Shanghai, or +08:00",
        },
        "zero_dates": {
            "default": "quarantine", "allowed": ["quarantine", "null"],
            "explanation": "the outcome of dates with a month or day of zero in a column of a date or timestamp type; a string column keeps them",
        },
    }) }}
{% endmacro %}
