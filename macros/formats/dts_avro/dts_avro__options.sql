{#
    The options of a stream of Aliyun DTS records in Avro. Each has default, allowed (none: anything) and explanation.
    Source: DTS, "Data formats of a Kafka cluster", DTS Avro.
#}
{% macro dts_avro__options() %}
    {{ return({
        "date_time_zone": {
            "default": "UTC", "allowed": none,
            "explanation": "the zone in which a DATETIME becomes a timestamp column, and an instant a timestamp_ntz or date column",
        },
        "nanoseconds": {
            "default": "quarantine", "allowed": ["quarantine", "truncate"],
            "explanation": "what to do with a time that is finer than Spark's microseconds",
        },
        "zero_dates": {
            "default": "quarantine", "allowed": ["quarantine", "null"],
            "explanation": "what a date or time column gets for MySQL's dates whose month or day is 0",
        },
        "undecodable_text": {
            "default": "quarantine", "allowed": ["quarantine", "hex"],
            "explanation": "what a string column gets for text in a charset that is not known, or that is not valid in it; hex: its bytes",
        },
    }) }}
{% endmacro %}
