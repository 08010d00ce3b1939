{#
    The options of a stream of Qlik Replicate messages. Each has default, allowed (none: anything) and explanation.
    Source: Qlik Replicate, "Metadata and data messages" and "The Replicate envelope".
#}
{% macro qlik__options() %}
    {{ return({
        "encoding": {
            "default": "json", "allowed": ["json", "avro"], "logged": true,
            "explanation": "avro: messages may be Avro in the envelope, which takes the function cdc_qlik_message; JSON is read too",
        },
        "metadata": {
            "default": "required", "allowed": ["required", "ignored"], "logged": true,
            "explanation": "required: a message that names its schema waits for the metadata message of it; ignored: JSON whose"
                ~ " metadata does not land; the table comes from fields or topic, ordinals are the order of the columns in data",
        },
        "mask_byte_order": {
            "default": "number", "allowed": ["number", "bytes_le"], "logged": true,
            "explanation": "number: a mask is one hexadecimal number whose lowest bit is the first column; bytes_le: its first"
                ~ " byte is columns 1 to 8",
        },
        "nanoseconds": {
            "default": "quarantine", "allowed": ["quarantine", "truncate"],
            "explanation": "what to do with a timestamp that is finer than Spark's microseconds",
        },
    }) }}
{% endmacro %}
