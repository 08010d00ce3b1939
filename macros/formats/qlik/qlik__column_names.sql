{# Where a message has the names of columns: see debezium__column_names. #}
{% macro qlik__column_names(stream) %}
    {% set images = ["$.data", "$.beforeData", "$.message.data", "$.message.beforeData"] %}
    {{ return({"objects": images, "value_of": "name", "nested": true}) }}
{% endmacro %}
