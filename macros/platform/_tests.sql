{# True where the running test may ask tables: not in parsing or compiling. #}
{% macro _tests() %}
    {{ return(execute and flags.WHICH in ["test", "build"] and model.resource_type == "test") }}
{% endmacro %}
