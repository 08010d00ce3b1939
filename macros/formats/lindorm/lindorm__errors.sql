{# Errors in the declaration of a stream of this format, or of a table of one; see _errors. #}
{% macro lindorm__errors() %}
    {{ return({
        "lindorm_type": {
            "what": "source {source}, column {column}, meta.cdc.type",
            "given": "invalid value '{given}' for a column of type {data_type}",
            "allowed": "{allowed}",
            "read": "docs/formats/lindorm.md, Types",
        },
    }) }}
{% endmacro %}
