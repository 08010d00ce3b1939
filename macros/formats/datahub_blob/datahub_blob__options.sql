{#
    The options of a stream of DataHub BLOB messages (StreamX JSON). Each has default, allowed (none: anything) and
    explanation. Source: DataHub appendix "operations and data formats", BLOB.
#}
{% macro datahub_blob__options() %}
    {{ return({
        "date_time_zone": {
            "default": "UTC", "allowed": none,
            "explanation": "the zone in which a DATE (epoch ms) becomes a date or timestamp_ntz column; the format does not have it",
        },
    }) }}
{% endmacro %}
