{#
    The declaration of the messages of a format with Kafka Connect's values: see docs/adding_a_format.md, Message.
    images: its entry of that name. family: the prefix of the names of days and milliseconds. fine_nanoseconds: whether the format
    reads nanoseconds into a string column. encoded_decimals: whether decimals are Connect's encoding if no schema declares one.
    Source: Debezium reference, data type mappings; Kafka Connect, JsonConverter.
#}
{% macro _connect_message(images, family="org.apache.kafka.connect.data", fine_nanoseconds=true, encoded_decimals=false) %}
    {% set times = {
        "days": ["date", family ~ ".Date"],
        "milliseconds": ["timestamp_ntz", family ~ ".Timestamp"],
        "microseconds": ["timestamp_ntz", "io.debezium.time.MicroTimestamp"],
        "nanoseconds": ["timestamp_ntz", "io.debezium.time.NanoTimestamp"],
    } %}
    {% if fine_nanoseconds %}{% do times.update({"fine nanoseconds": ["string", "io.debezium.time.NanoTimestamp"]}) %}{% endif %}
    {{ return({
        "images": images,
        "names": {"value_of": "field"},
        "times": times,
        "decimal": "org.apache.kafka.connect.data.Decimal",
        "encoded_decimals": encoded_decimals,
        "arrays": true,
        "text": spark_cdc._connect_text,
    }) }}
{% endmacro %}
