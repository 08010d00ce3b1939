{# Errors in the declaration of a stream of this format, or of a table of one; see _errors. #}
{% macro datahub_tuple__errors() %}
    {{ return({
        "datahub_tuple_table": {
            "what": "source {source}, option table",
            "given": "'{given}' is given, and the setting table_from_topic, too",
            "allowed": "either the option table or the setting table_from_topic",
            "read": "docs/formats/datahub_tuple.md, Declaring the stream",
        },
    }) }}
{% endmacro %}
