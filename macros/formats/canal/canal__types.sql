{#
    The evidence of column types in Canal messages, with the columns of debezium__types: mysqlType has the type of every
    column, or sqlType if mysqlType is missing; pkNames has the key. The order is that of the row's columns.
    See docs/formats/canal.md.
#}
{% macro canal__types(stream, rows) %}
    with parsed as (
        select
            *,
            from_json(cdc_value, 'mysqlType string, sqlType string, pkNames string') as cdc_s,
            json_object_keys(coalesce(get_json_object(cdc_value, '$.data[0]'), get_json_object(cdc_value, '$.old[0]'))) as cdc_row_names
        from {{ rows }}
    ),

    texts as (
        select
            *,
            cdc_s.mysqlType as cdc_fields,
            {# sqlType varies with the values, so it is part of the shape only if there is nothing else. #}
            case when coalesce(array_size(json_object_keys(cdc_s.mysqlType)), 0) = 0 then cdc_s.sqlType end as cdc_numbers,
            cdc_s.pkNames as cdc_key_fields
        from parsed
    ),

    shapes as (
        {{ spark_cdc._shapes("texts", ["cdc_fields", "cdc_numbers", "cdc_key_fields", "cdc_row_names"]) }}
    ),

    columns as (
        select
            * except (cdc_fields, cdc_numbers, cdc_key_fields, cdc_row_names),
            from_json(cdc_fields, 'map<string, string>') as cdc_types,
            from_json(cdc_numbers, 'map<string, string>') as cdc_sql_types,
            from_json(cdc_key_fields, 'array<string>') as cdc_key_names,
            posexplode(array_union(
                coalesce(cdc_row_names, array()),
                coalesce(json_object_keys(cdc_fields), json_object_keys(cdc_numbers), array())
            )) as (cdc_number, column_name)
        from shapes
    ),

    described as (
        select
            *,
            coalesce(nullif(cdc_types[column_name], ''), concat('sqlType ', cdc_sql_types[column_name]), 'JSON text') as evidence
        from columns
    )

    select
        * except (cdc_types, cdc_sql_types, cdc_key_names, cdc_number),
        cdc_number + 1 as column_number,
        {{ spark_cdc._canal_spark_type("evidence") }} as data_type,
        cast(null as string) as cdc_type,
        nullif(cast(array_position(cdc_key_names, column_name) as int), 0) as key_number,
        cast(null as boolean) as is_optional
    from described
{% endmacro %}
