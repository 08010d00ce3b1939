{# Errors in the declaration of a stream of this format, or of a table of one; see _errors. #}
{% macro debezium__errors() %}
    {{ return({
        "debezium_deletes": {
            "what": "source {source}, option deletes",
            "given": "invalid value 'tombstone' with envelope: {envelope} and order: {order}",
            "allowed": "tombstone with envelope: flattened and order: transport, or rewritten",
            "read": "docs/formats/debezium.md, Declaring the stream",
        },
    }) }}
{% endmacro %}
