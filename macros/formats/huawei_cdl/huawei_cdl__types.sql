{#
    The evidence of column types in CDL messages, with the columns of debezium__types: the schema of the row's image, or the
    kinds of its values without a schema, and the fields of `unique`, which are the key. A cdc.data.Decimal whose
    parameters have no scale is proposed as text, which holds every number.
    Source: Huawei MRS, "CDL JSON and open-source Debezium JSON", samples.
#}
{% macro huawei_cdl__types(stream, rows) %}
    with parsed as (
        select
            *,
            from_json(
                cdc_value,
                '`schema` struct<fields array<struct<field string, fields string>>>,
                payload struct<before string, data string, after string, `unique` string>'
            ) as cdc_j
        from {{ rows }}
    ),

    texts as (
        select
            *,
            coalesce(
                {% for name in ["data", "after", "before"] %}
                get(filter(cdc_j.schema.fields, f -> f.field = '{{ name }}'), 0).fields{{ "," if not loop.last }}
                {% endfor %}
            ) as cdc_fields,
            get(filter(cdc_j.schema.fields, f -> f.field = 'unique'), 0).fields as cdc_key_fields,
            coalesce(cdc_j.payload.data, cdc_j.payload.after, cdc_j.payload.before) as cdc_image,
            cdc_j.payload.`unique` as cdc_key_image
        from parsed
    ),

    kinds as (
        select
            *,
            case when cdc_fields is null then json_object_keys(cdc_image) end as cdc_names,
            case when cdc_fields is null then {{ spark_cdc._json_kinds("cdc_image") }} end as cdc_kinds,
            case when cdc_key_fields is null then json_object_keys(cdc_key_image) end as cdc_key_image_names
        from texts
    ),

    shapes as (
        {{ spark_cdc._shapes("kinds", ["cdc_fields", "cdc_names", "cdc_kinds", "cdc_key_fields", "cdc_key_image_names"], ["cdc_image"]) }}
    ),

    columns as (
        select
            * except (cdc_fields, cdc_names, cdc_kinds, cdc_key_fields, cdc_key_image_names, cdc_image),
            coalesce(transform(from_json(cdc_key_fields, 'array<struct<field string>>'), k -> k.field), cdc_key_image_names) as cdc_key_names,
            posexplode({{ spark_cdc._connect_fields("cdc_fields", "cdc_image") }}) as (cdc_number, f)
        from shapes
    )

    select
        * except (cdc_key_names, cdc_number, f),
        f.field as column_name,
        cdc_number + 1 as column_number,
        {{ spark_cdc._connect_evidence("f") }} as evidence,
        case
            when f.name like '%cdc.data.timestamp' then 'timestamp_ntz'
            when f.name like '%cdc.data.Decimal' and try_cast(f.parameters['scale'] as int) between 0 and 38
                then concat('decimal(38,', try_cast(f.parameters['scale'] as int), ')')
            else coalesce({{ spark_cdc._connect_spark_type("f") }}, {{ spark_cdc._json_spark_type("f.type") }})
        end as data_type,
        case when f.name like '%cdc.data.%' then f.name else {{ spark_cdc._connect_declared_type("f") }} end as cdc_type,
        nullif(cast(array_position(cdc_key_names, f.field) as int), 0) as key_number,
        f.optional as is_optional
    from columns
{% endmacro %}
