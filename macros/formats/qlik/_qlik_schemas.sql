{#
    What metadata messages say, one row per message: schema_id, table_schema, table_name, version, columns (the text of
    an array of {ordinal, name, type, length, precision, scale, primaryKeyPosition}, by ordinal) and data_schema.
    texts: a relation of the texts of new messages (cdc_text), metadata or not; the stream's logs give the older ones.
    Source: Qlik Replicate, "Metadata message"; FORMATS.md 9.1.
#}
{% macro _qlik_schemas(stream, texts) %}
    with texts_of_schemas as (
        select cdc_text from {{ texts }} where contains(cdc_text, 'tableStructure')
        {% for log in spark_cdc._qlik_metadata_logs(stream) %}
        union all
        select cdc_value as cdc_text from {{ log }} where cdc_class = 'ddl'
        {% endfor %}
    ),

    parsed_schemas as (
        select {{ spark_cdc._qlik_message("cdc_text") }} as j
        from texts_of_schemas
    ),

    bodies_of_schemas as (
        select j.m, {{ spark_cdc._qlik_body("j.m") }} as b
        from parsed_schemas
        where j.eof is not null
    )

    select
        b.schemaId as schema_id,
        b.lineage.`schema` as table_schema,
        b.lineage.`table` as table_name,
        try_cast(b.lineage.tableVersion as bigint) as version,
        b.dataSchema as data_schema,
        {{ spark_cdc._qlik_table_columns("b.tableStructure.tableColumns") }} as columns
    from bodies_of_schemas
    where {{ spark_cdc._qlik_kind("m", "b") }} = 'MD'
{% endmacro %}
