{# The condition that an event belongs to a contract: its `schema.table` (or `database.schema.table`) is listed. #}
{% macro _is_table_of(contract) -%}
    (
        {%- for table in contract.tables %}
        concat_ws('.', cdc_schema, cdc_table) = '{{ table | replace("'", "\\'") }}' or concat_ws('.', cdc_database, cdc_schema, cdc_table) = '{{ table | replace("'", "\\'") }}'{{ " or" if not loop.last }}
        {%- else %} true
        {%- endfor %}
    )
{%- endmacro %}
