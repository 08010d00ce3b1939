{# The settings that a table may have in config.meta.cdc of its current model: docs/reference/contract.md. #}
{% macro _table_settings() %}
    {{ return(["tables", "key", "quarantine_limit"]) }}
{% endmacro %}
