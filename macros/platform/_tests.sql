{# True if the running test may query tables: not while dbt parses or compiles. #}
{% macro _tests() %}
    {{ return(execute and flags.WHICH in ["test", "build"] and model.resource_type == "test") }}
{% endmacro %}
