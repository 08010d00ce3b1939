{# What the scaffold's warnings go by, as in debezium__proposals. #}
{% macro datahub_blob__proposals(stream) %}
    {{ return({
        "images": "array(coalesce(get_json_object(cdc_value, '$.payload.after.dataColumn'), get_json_object(cdc_value, '$.payload.before.dataColumn')))"
    }) }}
{% endmacro %}
