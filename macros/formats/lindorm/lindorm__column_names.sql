{# Where a message has the names of columns: see debezium__column_names. #}
{% macro lindorm__column_names(stream) %}
    {{ return({"objects": ["$.payload.before", "$.payload.after"], "value_of": "field", "nested": true}) }}
{% endmacro %}
