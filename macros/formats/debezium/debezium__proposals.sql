{#
    What the scaffold's guesses go by (docs/adding_a_format.md). Documents of MongoDB name their types themselves.
    PostgreSQL's infinite timestamps are the two numbers. Source: Debezium reference, data type mappings.
#}
{% macro debezium__proposals(stream) %}
    {% if stream.options.envelope == "mongodb" %}{{ return({}) }}{% endif %}
    {% set paths = ["$.payload.after", "$.payload.before", "$.after", "$.before"] if stream.options.envelope == "debezium" else ["$.payload"] %}
    {% set images = [] %}
    {% for path in paths %}{% do images.append("get_json_object(cdc_value, '" ~ path ~ "')") %}{% endfor %}
    {% if stream.options.envelope == "flattened" %}{% do images.append("cdc_value") %}{% endif %}
    {{ return({
        "images": "array(coalesce(" ~ images | join(", ") ~ "))",
        "times": {
            "days": ["date", "io.debezium.time.Date"],
            "milliseconds": ["timestamp_ntz", "io.debezium.time.Timestamp"],
            "microseconds": ["timestamp_ntz", "io.debezium.time.MicroTimestamp"],
            "nanoseconds": ["timestamp_ntz", "io.debezium.time.NanoTimestamp"],
            "fine nanoseconds": ["string", "io.debezium.time.NanoTimestamp"],
        },
        "decimal": "org.apache.kafka.connect.data.Decimal",
        "arrays": true,
        "sentinels": {"9223372036825200000": "infinity", "-9223372036832400000": "-infinity"},
    }) }}
{% endmacro %}
