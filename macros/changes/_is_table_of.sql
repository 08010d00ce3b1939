{#
    The condition that an event belongs to a contract: its `schema.table` (or `database.schema.table`) is listed; a
    contract that lists none takes every table. alias: what stands before the column names, such as "log.".
#}
{% macro _is_table_of(contract, alias="") -%}
    (
        {%- for table in contract.tables %}
        {{ spark_cdc._string_literal(table) }} in (
            concat_ws('.', {{ alias }}cdc_schema, {{ alias }}cdc_table),
            concat_ws('.', {{ alias }}cdc_database, {{ alias }}cdc_schema, {{ alias }}cdc_table)
        ){{ " or" if not loop.last }}
        {%- else %} true
        {%- endfor %}
    )
{%- endmacro %}
