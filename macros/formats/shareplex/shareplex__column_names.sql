{# Where a message has the names of columns: see debezium__column_names. #}
{% macro shareplex__column_names(stream) %}
    {{ return({"objects": ["$.data", "$.key"], "value_of": none, "nested": true}) }}
{% endmacro %}
