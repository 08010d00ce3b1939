{# The rows of a state that a range of changes makes: see _fold, and _bag for a table without key. #}
{% macro _state_rows(contract, changes, range) %}
    {{ spark_cdc._fold(contract, changes, range) if contract.key else spark_cdc._bag(contract, changes) }}
{% endmacro %}
