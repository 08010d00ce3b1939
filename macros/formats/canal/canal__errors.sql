{# Errors in the declaration of a stream of this format, or of a table of one; see _errors. #}
{% macro canal__errors() %}
    {{ return({
        "canal_data_type": {
            "what": "source {source}, column {column}, data_type",
            "given": "invalid value '{given}'",
            "allowed": "string, which keeps the JSON text, or any type without parts",
            "read": "docs/formats/canal.md, Types",
        },
    }) }}
{% endmacro %}
