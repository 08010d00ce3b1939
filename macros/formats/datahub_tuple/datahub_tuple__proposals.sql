{# What the scaffold's guesses go by, as in debezium__proposals: a time is a number in the stream's own unit. #}
{% macro datahub_tuple__proposals(stream) %}
    {{ return({"images": "array(cdc_value)", "times": {stream.options.timestamp_unit: ["timestamp", none]}}) }}
{% endmacro %}
