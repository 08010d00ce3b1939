{#
    The options of a Debezium stream. Each has default, allowed (none: anything) and explanation.
    Source: Debezium reference, connector properties; Kafka Connect JsonConverter.
#}
{% macro debezium__options() %}
    {{ return({
        "envelope": {
            "default": "debezium", "allowed": ["debezium", "flattened", "mongodb"], "logged": true,
            "explanation": "flattened: rows as ExtractNewRecordState leaves them (__op, __deleted, __source_...);"
                ~ " mongodb: images are texts of extended JSON",
        },
        "order": {
            "default": "source", "allowed": ["source", "transport"], "logged": true,
            "explanation": "source: the connector's log position; transport: the offset, for topics after a failover",
        },
        "deletes": {
            "default": "rewritten", "allowed": ["rewritten", "tombstone"], "logged": true,
            "explanation": "of flattened messages: rewritten: a delete is a row with __deleted or __op, and a null value means nothing;"
                ~ " tombstone: a null value with a key is the delete, and its offset its place, so that order must be transport",
        },
        "unavailable_value": {
            "default": "__debezium_unavailable_value", "allowed": none,
            "explanation": "unavailable.value.placeholder of the connector, with hex: if it has that: the column keeps its value",
        },
        "decimal_handling_mode": {
            "default": "precise", "allowed": ["precise", "string", "double"],
            "explanation": "the encoding of decimals, if no inline schema declares it",
        },
        "binary_handling_mode": {
            "default": "bytes", "allowed": ["bytes", "base64", "base64-url-safe", "hex"],
            "explanation": "binary.handling.mode of the connector",
        },
        "time_precision_mode": {
            "default": "adaptive", "allowed": ["adaptive", "connect", "microseconds", "nanoseconds", "isostring"],
            "explanation": "time.precision.mode: the encoding of a temporal column that neither schema nor contract names",
        },
        "nanoseconds": {
            "default": "quarantine", "allowed": ["quarantine", "truncate"],
            "explanation": "what to do with a timestamp that is finer than Spark's microseconds",
        },
    }) }}
{% endmacro %}
