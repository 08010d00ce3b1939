{# Errors in the declaration of a stream of this format, or of a table of one; see _errors. #}
{% macro qlik__errors() %}
    {{ return({
        "qlik_metadata": {
            "what": "source {source}, option metadata",
            "given": "invalid value '{given}' with encoding: avro, because Avro cannot be read without its schema",
            "allowed": "required",
            "read": "docs/formats/qlik.md, Declaring the stream",
        },
        "qlik_routed": {
            "what": "source {source}",
            "given": "a changes model reads it straight from landing, where no metadata is kept",
            "advice": "Give it a routed model, or the stream the option metadata: ignored",
            "read": "docs/formats/qlik.md, Declaring the stream",
        },
    }) }}
{% endmacro %}
