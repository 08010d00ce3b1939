{# Every configuration error in one shape: what was given, what is allowed, where to read on. #}
{% macro _error(what, given, allowed, read) %}
    {{ exceptions.raise_compiler_error(
        "spark_cdc: " ~ what ~ ": '" ~ given ~ "' is not known. Allowed: " ~ allowed | join(", ")
        ~ ". Read: " ~ read
    ) }}
{% endmacro %}
