{#
    The schemas in metadata messages, with each key (schema_key, see _qlik_schema_key) by which a message may look one up:
    each schema with its id, and the newest of a table with the table's names. Columns: table_schema, table_name, data_schema
    and columns (the text of an array of {ordinal, name, type, length, precision, scale, primaryKeyPosition}, by
    ordinal). A restarted task publishes its schemas again; the choice does not depend on the order of arrival.
    texts: a relation of the texts of possibly new metadata messages (cdc_text); the logs in stream.metadata_logs have the older ones.
    Source: Qlik Replicate, "Metadata message".
#}
{% macro _qlik_schemas(stream, texts) %}
    {% set names = spark_cdc._qlik_names("b.lineage.`schema`", "b.lineage.`table`") %}
    {% set no_id = "cast(null as string)" %}
    with texts_of_schemas as (
        select cdc_text from {{ texts }}
        {% for log in stream.metadata_logs %}
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
    ),

    described_schemas as (
        select
            explode(array(
                named_struct('schema_key', {{ spark_cdc._qlik_schema_key("b.schemaId", names) }}, 'version', cast(null as bigint)),
                named_struct('schema_key', {{ spark_cdc._qlik_schema_key(no_id, names) }}, 'version', try_cast(b.lineage.tableVersion as bigint))
            )) as known,
            struct(
                b.lineage.`schema` as table_schema,
                b.lineage.`table` as table_name,
                b.dataSchema as data_schema,
                {{ spark_cdc._qlik_table_columns("b.tableStructure.tableColumns") }} as columns
            ) as described
        from bodies_of_schemas
        where {{ spark_cdc._qlik_kind("m", "b") }} = 'MD'
    )

    select schema_key, newest.described.*
    from (
        select known.schema_key, max(struct(known.version, described)) as newest
        from described_schemas
        where known.schema_key.id is not null or known.schema_key.names.in_table is not null
        group by known.schema_key
    ) as newest_schemas
{% endmacro %}
