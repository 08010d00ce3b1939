{# Raises a configuration error in the common form: the given value, the allowed values, and where to read on. #}
{% macro _error(what, given, allowed, read) %}
    {{ exceptions.raise_compiler_error(
        "spark_cdc: " ~ what ~ ": '" ~ given ~ "' is not known. Allowed: " ~ allowed | join(", ")
        ~ ". Read: " ~ read
    ) }}
{% endmacro %}
