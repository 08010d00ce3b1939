{#
    What a stream of DataHub BLOB messages (StreamX JSON) may be told. Each option: default, allowed (none: anything),
    explanation. Source: DataHub appendix "operations and data formats", BLOB.
#}
{% macro datahub_blob__options() %}
    {{ return({
        "date_time_zone": {
            "default": "UTC", "allowed": none,
            "explanation": "the zone in which a DATE (epoch ms) becomes a date or timestamp_ntz column; the format does not say it",
        },
    }) }}
{% endmacro %}
