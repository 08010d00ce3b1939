{#
    The evidence of column types in Qlik Replicate messages, with the columns of debezium__types: the columns in the
    metadata of a change's table (cdc_ddl_meta, see qlik__events), with type and place in the key; without
    metadata, the kinds of the JSON values in data. Source: "Metadata message".
#}
{% macro qlik__types(stream, rows) %}
    with parsed as (
        select
            *,
            case when cdc_ddl_meta is null then from_json(
                cdc_value, 'message struct<data string, beforeData string>, data string, beforeData string'
            ) end as cdc_j
        from {{ rows }}
    ),

    images as (
        select *, coalesce(cdc_j.message.data, cdc_j.data, cdc_j.message.beforeData, cdc_j.beforeData) as cdc_image
        from parsed
    ),

    kinds as (
        select *, json_object_keys(cdc_image) as cdc_names, {{ spark_cdc._json_kinds("cdc_image") }} as cdc_kinds
        from images
    ),

    shapes as (
        {{ spark_cdc._shapes("kinds", ["cdc_ddl_meta", "cdc_names", "cdc_kinds"], ["cdc_image"]) }}
    ),

    fields as (
        select
            * except (cdc_ddl_meta, cdc_names, cdc_kinds, cdc_image),
            explode(coalesce(
                from_json(cdc_ddl_meta, 'array<struct<ordinal int, name string, {{ spark_cdc._qlik_type_fields() }}>>'),
                transform({{ spark_cdc._json_fields("cdc_image") }}, (f, n) -> named_struct(
                    'ordinal', n + 1, 'name', f.field, 'type', f.type, 'length', cast(null as bigint), 'precision', cast(null as int),
                    'scale', cast(null as int), 'primaryKeyPosition', cast(null as int)
                )),
                array()
            )) as f
        from shapes
    )

    select
        * except (f),
        f.name as column_name,
        f.ordinal as column_number,
        {{ spark_cdc._qlik_type_text("f") }} as evidence,
        coalesce(
            {{ spark_cdc._json_spark_type("f.type") }}, case when f.type <> 'JSON null' then {{ spark_cdc._qlik_spark_type("f") }} end
        ) as data_type,
        cast(null as string) as cdc_type,
        nullif(f.primaryKeyPosition, 0) as key_number,
        cast(null as boolean) as is_optional
    from fields
{% endmacro %}
