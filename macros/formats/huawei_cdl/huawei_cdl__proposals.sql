{# What the scaffold's guesses go by, as in debezium__proposals; the numbers are Connect's. #}
{% macro huawei_cdl__proposals(stream) %}
    {{ return({
        "images": "array(coalesce(get_json_object(cdc_value, '$.payload.data'), get_json_object(cdc_value, '$.payload.after'), get_json_object(cdc_value, '$.payload.before')))",
        "times": {
            "days": ["date", "org.apache.kafka.connect.data.Date"],
            "milliseconds": ["timestamp_ntz", "org.apache.kafka.connect.data.Timestamp"],
            "microseconds": ["timestamp_ntz", "io.debezium.time.MicroTimestamp"],
            "nanoseconds": ["timestamp_ntz", "io.debezium.time.NanoTimestamp"],
            "fine nanoseconds": ["string", "io.debezium.time.NanoTimestamp"],
        },
        "decimal": "org.apache.kafka.connect.data.Decimal",
        "arrays": true,
    }) }}
{% endmacro %}
