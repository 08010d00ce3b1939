{#
    The options of a SharePlex stream. Each has default, allowed (none: anything) and explanation.
    Source: DTS, "Data formats of a Kafka cluster", Shareplex JSON.
#}
{% macro shareplex__options() %}
    {{ return({
        "order": {
            "default": "source", "allowed": ["source", "transport"], "logged": true,
            "explanation": "source: scn and seq; transport: the offset, for messages that have no scn",
        },
        "update_before": {
            "default": "row", "allowed": ["row", "ignore"], "logged": true,
            "explanation": "of an update in two messages: row: UPDATE BEFORE takes the row away and UPDATE AFTER brings it whole;"
                ~ " ignore: UPDATE AFTER alone is the update, and keeps what it does not carry",
        },
        "time_patterns": {
            "default": [], "allowed": none,
            "explanation": "Spark's datetime patterns of dates and times that are not written as 2017-06-16T14:24:34, tried in this order",
        },
        "date_time_zone": {
            "default": "UTC", "allowed": none,
            "explanation": "the zone of the source's clock, for timestamp columns whose text has no zone",
        },
        "empty_text": {
            "default": "text", "allowed": ["text", "null"],
            "explanation": "null: an empty text is NULL, as in Oracle",
        },
    }) }}
{% endmacro %}
