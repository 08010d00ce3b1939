{#
    The evidence of column types in the messages of a Debezium stream: for each shape of messages (see _shapes, whose
    columns come first) one row per column: column_name; column_number, its order; evidence, the declared type:
    the Connect type or name with its parameters, or the kind of the JSON value; data_type, the Spark type that this
    proposes, NULL if all values were null; cdc_type, the value for meta.cdc.type or NULL; key_number, its order in the
    message key; is_optional. Every format gives these columns, and the rest of the pipeline uses no others.
    rows: relation of the stream's events. A key column that the images lack comes from the message key.
    Flattened: names that start with __ are the metadata that ExtractNewRecordState adds. See docs/formats/debezium.md.
#}
{% macro debezium__types(stream, rows) %}
    {% set flat = stream.options.envelope == "flattened" %}
    with parsed as (
        select
            *,
            {% if flat %}
            from_json(cdc_value, '`schema` struct<fields string>, payload string') as cdc_j,
            {% else %}
            from_json(
                cdc_value,
                '`schema` struct<fields array<struct<field string, fields string>>>,
                payload struct<before string, after string>, before string, after string'
            ) as cdc_j,
            {% endif %}
            from_json(cdc_key, '`schema` struct<fields string>, payload string') as cdc_k
        from {{ rows }}
    ),

    texts as (
        select
            *,
            {% if flat %}
            cdc_j.schema.fields as cdc_fields,
            coalesce(cdc_j.payload, cdc_value) as cdc_image,
            {% else %}
            coalesce(
                get(filter(cdc_j.schema.fields, f -> f.field = 'after'), 0).fields,
                get(filter(cdc_j.schema.fields, f -> f.field = 'before'), 0).fields
            ) as cdc_fields,
            coalesce(cdc_j.payload.after, cdc_j.payload.before, cdc_j.after, cdc_j.before) as cdc_image,
            {% endif %}
            cdc_k.schema.fields as cdc_key_fields,
            coalesce(cdc_k.payload, cdc_key) as cdc_key_image
        from parsed
    ),

    kinds as (
        select
            *,
            case when cdc_fields is null then json_object_keys(cdc_image) end as cdc_names,
            case when cdc_fields is null then {{ spark_cdc._json_kinds("cdc_image") }} end as cdc_kinds,
            case when cdc_key_fields is null then json_object_keys(cdc_key_image) end as cdc_key_names,
            case when cdc_key_fields is null then {{ spark_cdc._json_kinds("cdc_key_image") }} end as cdc_key_kinds
        from texts
    ),

    shapes as (
        {{ spark_cdc._shapes(
            "kinds",
            ["cdc_fields", "cdc_names", "cdc_kinds", "cdc_key_fields", "cdc_key_names", "cdc_key_kinds"],
            ["cdc_image", "cdc_key_image"]
        ) }}
    ),

    fields as (
        select
            *,
            filter(
                coalesce(
                    {{ spark_cdc._connect_fields("cdc_fields", "cdc_image") }},
                    array()
                ),
                f -> {{ "not startswith(f.field, '__')" if flat else "true" }}
            ) as cdc_image_columns,
            coalesce(
                {{ spark_cdc._connect_fields("cdc_key_fields", "cdc_key_image") }},
                array()
            ) as cdc_key_columns
        from shapes
    ),

    columns as (
        select
            cdc_stream, cdc_batch, cdc_database, cdc_schema, cdc_table, cdc_events,
            cdc_first_position, cdc_last_position, cdc_first_landed_at, cdc_last_landed_at,
            transform(cdc_key_columns, k -> k.field) as cdc_key_names,
            posexplode(concat(
                cdc_image_columns,
                filter(cdc_key_columns, k -> not exists(cdc_image_columns, f -> f.field = k.field))
            )) as (cdc_number, f)
        from fields
    )

    select
        * except (cdc_key_names, cdc_number, f),
        f.field as column_name,
        cdc_number + 1 as column_number,
        {{ spark_cdc._connect_evidence("f") }} as evidence,
        coalesce({{ spark_cdc._connect_spark_type("f") }}, {{ spark_cdc._json_spark_type("f.type") }}) as data_type,
        {{ spark_cdc._connect_declared_type("f") }} as cdc_type,
        nullif(cast(array_position(cdc_key_names, f.field) as int), 0) as key_number,
        f.optional as is_optional
    from columns
{% endmacro %}
