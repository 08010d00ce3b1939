{#
    A message is its row, with metadata columns and those of the transport: see docs/adding_a_format.md, Message.
    Source: DataHub appendix, TUPLE.
#}
{% macro datahub_tuple__message(stream) %}
    {% set transport = stream.landing_columns %}
    {{ return({
        "images": [["$"]],
        "names": {"nested": false},
        "no_columns": ["_sequence_id_", "_operation_type_", "_excute_time_", "_execute_time_", "_source_table_", "_before_image_",
            "_after_image_", transport.topic, transport.partition, transport.offset, transport.timestamp],
        "unit": stream.options.timestamp_unit,
        "times": {stream.options.timestamp_unit: ["timestamp", none]},
    }) }}
{% endmacro %}
