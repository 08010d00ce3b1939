{# Stops dbt with the texts of one or more errors (see _error_text). Nothing else in the package calls raise_compiler_error. #}
{% macro _raise(texts) %}
    {{ exceptions.raise_compiler_error(texts | join("\n")) }}
{% endmacro %}
