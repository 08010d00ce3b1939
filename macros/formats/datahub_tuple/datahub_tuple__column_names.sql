{# Where a message has the names of columns: see debezium__column_names. #}
{% macro datahub_tuple__column_names(stream) %}
    {{ return({"objects": ["$"], "value_of": none, "nested": false}) }}
{% endmacro %}
