{#
    Where a message has its row images, and what its values may be: see docs/adding_a_format.md, Message. Nothing of
    MongoDB's documents, which tell names apart by case and name their types themselves. PostgreSQL's infinite timestamps
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
