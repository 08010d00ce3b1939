{#
    The places of row images in a message, and the encodings of its values: see docs/adding_a_format.md, Message. It declares nothing
    for MongoDB's documents, whose names are case-sensitive and whose values have their own types. PostgreSQL's infinite timestamps
    are the two numbers. Source: Debezium reference, data type mappings.
#}
{% macro debezium__message(stream) %}
    {% set paths = {
        "debezium": ["$.payload.after", "$.payload.before", "$.after", "$.before"],
        "flattened": ["$.payload", "$"],
    }.get(stream.options.envelope) %}
    {% if not paths %}{{ return({}) }}{% endif %}
    {{ return(dict(
        spark_cdc._connect_message([paths], "io.debezium.time", encoded_decimals=stream.options.decimal_handling_mode == "precise"),
        names={"by_image": true},
        with_events=stream.options.envelope == "debezium",
        sentinels={"9223372036825200000": "infinity", "-9223372036832400000": "-infinity"}
    )) }}
{% endmacro %}
