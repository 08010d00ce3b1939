{# The settings that a column may have in config.meta.cdc: docs/reference/contract.md. #}
{% macro _column_settings() %}
    {{ return(["source", "type", "from"]) }}
{% endmacro %}
