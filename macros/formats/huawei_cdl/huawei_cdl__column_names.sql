{# Where a message has the names of columns: see debezium__column_names. #}
{% macro huawei_cdl__column_names(stream) %}
    {% set images = ["$.payload.before", "$.payload.data", "$.payload.after", "$.payload.unique"] %}
    {{ return({"objects": images, "value_of": "field", "nested": true}) }}
{% endmacro %}
