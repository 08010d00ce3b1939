{# Errors in the declaration of a stream of this format, or of a table of one; see _errors. #}
{% macro dts_avro__errors() %}
    {{ return({
        "dts_avro_data_type": {
            "what": "source {source}, column {column}, data_type",
            "given": "messages of the format hold no value of type '{given}'",
            "allowed": "integers, float, double, decimal(p,s), boolean, string, binary, date, timestamp, timestamp_ntz",
            "read": "docs/formats/dts_avro.md, Types",
        },
    }) }}
{% endmacro %}
