{# Where a message has the names of columns: see debezium__column_names. #}
{% macro datahub_blob__column_names(stream) %}
    {{ return({"objects": ["$.payload.before.dataColumn", "$.payload.after.dataColumn"], "value_of": none, "nested": true}) }}
{% endmacro %}
