{#
    The condition that an event belongs to a contract: its `schema.table` (or `database.schema.table`) is listed; a
    contract that lists none takes every table. alias: what stands before the column names, such as "log.".
#}
{% macro _is_table_of(contract, alias="") -%}
    {% set schema_table = "concat_ws('.', " ~ alias ~ "cdc_schema, " ~ alias ~ "cdc_table)" %}
    {% set database_schema_table = "concat_ws('.', " ~ alias ~ "cdc_database, " ~ alias ~ "cdc_schema, " ~ alias ~ "cdc_table)" %}
    {% set listed = [] %}
    {% for table in contract.tables %}{% do listed.append(spark_cdc._string_literal(table)) %}{% endfor %}
    {%- if listed -%}
    ({{ schema_table }} in ({{ listed | join(", ") }}) or {{ database_schema_table }} in ({{ listed | join(", ") }}))
    {%- else -%} true
    {%- endif %}
{%- endmacro %}
