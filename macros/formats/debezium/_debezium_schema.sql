{# The inline schema of a message, as a field of a from_json schema. nested: of an envelope, whose fields have fields. #}
{% macro _debezium_schema(nested=true) %}
    {% set field = "field string, type string, name string, parameters map<string, string>" %}
    {{ return("`schema` struct<fields array<struct<" ~ field ~ (", fields array<struct<" ~ field ~ ">>" if nested else "") ~ ">>>") }}
{% endmacro %}
