{# Where a message has the names of columns: see debezium__column_names. #}
{% macro canal__column_names(stream) %}
    {{ return({"objects": ["$.data[0]", "$.old[0]", "$.mysqlType"], "value_of": none, "nested": false}) }}
{% endmacro %}
