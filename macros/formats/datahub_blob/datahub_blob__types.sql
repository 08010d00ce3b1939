{#
    The evidence of column types in StreamX messages, with the columns of debezium__types: schema.dataColumn has every
    column with one of six types, schema.primaryKey the key. Source: DataHub appendix, BLOB fields.
#}
{% macro datahub_blob__types(stream, rows) %}
    {% set types = {
        "LONG": "bigint", "DOUBLE": "double", "BOOLEAN": "boolean", "STRING": "string", "DATE": "timestamp", "BYTES": "binary",
    } %}
    with parsed as (
        select
            *,
            from_json(cdc_value, '`schema` struct<dataColumn string, primaryKey string>').schema as cdc_s
        from {{ rows }}
    ),

    texts as (
        select *, cdc_s.dataColumn as cdc_fields, cdc_s.primaryKey as cdc_key_fields
        from parsed
    ),

    shapes as (
        {{ spark_cdc._shapes("texts", ["cdc_fields", "cdc_key_fields"]) }}
    ),

    columns as (
        select
            * except (cdc_fields, cdc_key_fields),
            from_json(cdc_key_fields, 'array<string>') as cdc_key_names,
            posexplode(from_json(cdc_fields, 'array<struct<name string, type string>>')) as (cdc_number, f)
        from shapes
    )

    select
        * except (cdc_key_names, cdc_number, f),
        f.name as column_name,
        cdc_number + 1 as column_number,
        f.type as evidence,
        case upper(f.type) {% for name, type in types.items() %}when '{{ name }}' then '{{ type }}' {% endfor %}else 'string' end as data_type,
        cast(null as string) as cdc_type,
        nullif(cast(array_position(cdc_key_names, f.name) as int), 0) as key_number,
        cast(null as boolean) as is_optional
    from columns
{% endmacro %}
