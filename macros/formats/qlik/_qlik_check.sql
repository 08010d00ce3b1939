{# Rejects impossible Qlik streams: metadata must be kept in a routed log, and Avro cannot be read without it. #}
{% macro _qlik_check(stream) %}
    {% if stream.options.encoding == "avro" and stream.options.metadata == "ignored" %}
        {{ exceptions.raise_compiler_error(
            "spark_cdc: source " ~ stream.name ~ ": encoding avro needs metadata: required, because Avro cannot be read without its schema."
            ~ " Read: docs/formats/qlik.md"
        ) }}
    {% elif stream.metadata_logs is none %}
        {{ exceptions.raise_compiler_error(
            "spark_cdc: a changes model reads the Qlik stream " ~ stream.name ~ " straight from landing, where no metadata is kept."
            ~ " Give it a routed model, or the stream the option metadata: ignored. Read: docs/formats/qlik.md"
        ) }}
    {% endif %}
{% endmacro %}
