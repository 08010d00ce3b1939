{# What the scaffold's warnings go by, as in debezium__proposals. #}
{% macro qlik__proposals(stream) %}
    {{ return({
        "images": "array(coalesce(get_json_object(cdc_value, '$.message.data'), get_json_object(cdc_value, '$.data'), "
            ~ "get_json_object(cdc_value, '$.message.beforeData'), get_json_object(cdc_value, '$.beforeData')))"
    }) }}
{% endmacro %}
