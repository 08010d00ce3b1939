{# True where the running model's own table may be asked: not in parsing, compiling, docs or unit tests. #}
{% macro _runs() %}
    {{ return(execute and flags.WHICH in ["run", "build"] and model.resource_type == "model") }}
{% endmacro %}
