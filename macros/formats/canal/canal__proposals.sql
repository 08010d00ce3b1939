{# What the scaffold's warnings go by, as in debezium__proposals: all rows of a message. #}
{% macro canal__proposals(stream) %}
    {{ return({"images": "from_json(coalesce(get_json_object(cdc_value, '$.data'), get_json_object(cdc_value, '$.old')), 'array<string>')"}) }}
{% endmacro %}
