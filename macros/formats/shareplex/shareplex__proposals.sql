{# What the scaffold's warnings go by, as in debezium__proposals. #}
{% macro shareplex__proposals(stream) %}
    {{ return({"images": "array(get_json_object(cdc_value, '$.data'), get_json_object(cdc_value, '$.key'))"}) }}
{% endmacro %}
