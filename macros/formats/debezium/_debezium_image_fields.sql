{# The images of an envelope, as [name, Spark type]. A map contains the names that a message has. #}
{% macro _debezium_image_fields() %}
    {{ return([["before", "map<string, string>"], ["after", "map<string, string>"]]) }}
{% endmacro %}
