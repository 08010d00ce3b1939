{#
    The options of a stream of a DataHub TUPLE topic. Each has default, allowed (none: anything) and explanation.
    Source: DataHub appendix "operations and data formats", TUPLE; DataHub reference, field types.
#}
{% macro datahub_tuple__options() %}
    {{ return({
        "table": {
            "default": none, "allowed": none, "logged": true,
            "explanation": "the topic's table, as schema.table, for rows without _source_table_; else it is the topic's name",
        },
        "timestamp_unit": {
            "default": "microseconds", "allowed": ["microseconds", "milliseconds"],
            "explanation": "of a number in a business column that is a timestamp or date; DataHub's TIMESTAMP is microseconds",
        },
        "date_time_zone": {
            "default": "UTC", "allowed": none,
            "explanation": "the zone in which an instant becomes a date or timestamp_ntz column, and a clock time a timestamp",
        },
    }) }}
{% endmacro %}
