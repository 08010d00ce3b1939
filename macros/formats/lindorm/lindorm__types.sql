{#
    The evidence of column types in a Lindorm stream, with the columns of docs/adding_a_format.md, Types: the schema's types
    if the message has one, else the kinds of the values. For an HBase table it is only that its cells are bytes, and
    that ROW is the key. For an SQL table, no message declares the key.
    Source: Lindorm, "Data format".
#}
{% macro lindorm__types(stream, rows) %}
    {% set bytes = {"auto": "array_contains(cdc_names, 'ROW')", "hbase": "true", "sql": "false"}[stream.options.tables] %}
    with parsed as (
        select
            *,
            from_json(cdc_value, '`schema` struct<fields array<struct<field string, fields string>>>, payload struct<before string, after string>') as cdc_j
        from {{ rows }}
    ),

    texts as (
        select
            *,
            coalesce(
                get(filter(cdc_j.schema.fields, f -> f.field = 'after'), 0).fields, get(filter(cdc_j.schema.fields, f -> f.field = 'before'), 0).fields
            ) as cdc_fields,
            coalesce(cdc_j.payload.after, cdc_j.payload.before) as cdc_image
        from parsed
    ),

    kinds as (
        select *, json_object_keys(cdc_image) as cdc_names, {{ spark_cdc._json_kinds("cdc_image") }} as cdc_kinds
        from texts
    ),

    shapes as (
        {{ spark_cdc._shapes("kinds", ["cdc_fields", "cdc_names", "cdc_kinds"], ["cdc_image"]) }}
    ),

    columns as (
        select
            * except (cdc_fields, cdc_names, cdc_kinds, cdc_image),
            coalesce({{ bytes }}, false) as cdc_bytes,
            posexplode({{ spark_cdc._connect_fields("cdc_fields", "cdc_image") }}) as (cdc_number, f)
        from shapes
    ),

    typed as (
        select
            *,
            if(cdc_bytes, 'binary', coalesce({{ spark_cdc._connect_spark_type("f") }}, {{ spark_cdc._json_spark_type("f.type") }})) as data_type
        from columns
    )

    select
        * except (cdc_bytes, cdc_number, f),
        f.field as column_name,
        cdc_number + 1 as column_number,
        if(cdc_bytes, 'base64', {{ spark_cdc._connect_evidence("f") }}) as evidence,
        case
            when cdc_bytes then 'raw'
            {% for type in ["decimal", "timestamp", "timestamp_ntz", "date", "string"] %}
            when split_part(data_type, '(', 1) = '{{ type }}' and f.name in ('{{ spark_cdc._lindorm_types(type).connect | join("', '") }}') then f.name
            {% endfor %}
        end as cdc_type,
        if(cdc_bytes and f.field = 'ROW', 1, null) as key_number,
        f.optional as is_optional
    from typed
{% endmacro %}
