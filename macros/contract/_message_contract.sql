{# A contract with only the columns that messages carry: without those filled from metadata (`from`). #}
{% macro _message_contract(contract) %}
    {% set columns = contract.columns | selectattr("metadata", "undefined") | list %}
    {{ return({
        "name": contract.name,
        "tables": contract.tables,
        "key": columns | selectattr("key") | map(attribute="name") | list,
        "columns": columns,
    }) }}
{% endmacro %}
