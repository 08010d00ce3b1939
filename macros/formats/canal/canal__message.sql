{# The places of rows and of their declared types in a message: see docs/adding_a_format.md, Message. #}
{% macro canal__message(stream) %}
    {{ return({
        "image_texts": "from_json(coalesce(get_json_object(cdc_value, '$.data'), get_json_object(cdc_value, '$.old')), 'array<string>')",
        "names": {"objects": ["$.data[0]", "$.old[0]", "$.mysqlType"], "nested": false},
    }) }}
{% endmacro %}
