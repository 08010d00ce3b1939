{#
    The content of a metadata message, as a sentence for the ledger. There is no statement, only the structure of a table
    from then on. b: the body of the message.
#}
{% macro _qlik_ddl(b) -%}
    concat(
        'table ', concat_ws('.', {{ b }}.lineage.`schema`, {{ b }}.lineage.`table`), ' version ', coalesce({{ b }}.lineage.tableVersion, '?'), ': ',
        coalesce(array_join(transform(
            from_json({{ spark_cdc._qlik_table_columns(b ~ ".tableStructure.tableColumns") }}, 'array<struct<name string, {{ spark_cdc._qlik_type_fields() }}>>'),
            c -> concat(c.name, ' ', {{ spark_cdc._qlik_type_text("c") }}, if(c.primaryKeyPosition > 0, concat(' key ', c.primaryKeyPosition), ''))
        ), ', '), '?')
    )
{%- endmacro %}
