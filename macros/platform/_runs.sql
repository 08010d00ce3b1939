{# True if the running model's own table may be queried: not while dbt parses, compiles, generates docs or runs unit tests. #}
{% macro _runs() %}
    {{ return(execute and flags.WHICH in ["run", "build"] and model.resource_type == "model") }}
{% endmacro %}
