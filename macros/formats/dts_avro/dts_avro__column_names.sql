{# Where a message has the names of columns: see debezium__column_names. #}
{% macro dts_avro__column_names(stream) %}
    {{ return({"objects": ["$.beforeImages", "$.afterImages"], "value_of": "name", "nested": true}) }}
{% endmacro %}
