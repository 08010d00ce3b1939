{#
    The evidence of column types in DTS records, with the columns of debezium__types: the branch of a column's value with the
    details in it (bytes of an integer, precision and scale, charset, kind), and the key from tags.pk_uk_info: its
    PRIMARY, else the unique key whose name sorts first. See docs/formats/dts_avro.md.
#}
{% macro dts_avro__types(stream, rows) %}
    {% set is_numeric = "f.type rlike '^Decimal[(][0-9]+,[0-9]+[)]$'" %}
    {% set precision = "try_cast(regexp_extract(f.type, '[(]([0-9]+),', 1) as int)" %}
    {% set scale = "try_cast(regexp_extract(f.type, ',([0-9]+)[)]', 1) as int)" %}
    with parsed as (
        select
            *,
            from_json(cdc_value, 'fields array<struct<name string, dataTypeNumber int, type string>>, tags struct<pk_uk_info string>') as cdc_j
        from {{ rows }}
    ),

    texts as (
        select
            * except (cdc_j),
            cdc_j.fields as cdc_fields,
            from_json(cdc_j.tags.pk_uk_info, 'map<string, array<string>>') as cdc_keys
        from parsed
    ),

    keyed as (
        select
            * except (cdc_keys),
            coalesce(cdc_keys['PRIMARY'], cdc_keys[array_min(map_keys(cdc_keys))]) as cdc_key_names
        from texts
    ),

    shapes as (
        {{ spark_cdc._shapes("keyed", ["cdc_fields", "cdc_key_names"]) }}
    ),

    columns as (
        select
            * except (cdc_fields),
            posexplode(cdc_fields) as (cdc_number, f)
        from shapes
    )

    select
        * except (cdc_key_names, cdc_number, f),
        f.name as column_name,
        cdc_number + 1 as column_number,
        coalesce(f.type, 'JSON null') as evidence,
        case
            when f.type rlike '^Integer[(][0-8][)]$' then 'bigint'
            when f.type like 'Integer%' then 'decimal(20,0)'
            when {{ is_numeric }} then if(
                {{ precision }} between 1 and 38 and {{ scale }} <= {{ precision }},
                concat('decimal(', {{ precision }}, ',', {{ scale }}, ')'), 'string'
            )
            when f.type = 'Float' then 'double'
            when f.type in ('Timestamp', 'TimestampWithTimeZone(timestamp)') then 'timestamp'
            when f.type = 'DateTime(timestamp)' then 'timestamp_ntz'
            when f.type = 'DateTime(date)' then 'date'
            when f.type = 'DateTime(year)' then 'int'
            when f.type like 'Binary%' and f.dataTypeNumber = 3802 or f.type like 'TextObject%' and f.dataTypeNumber = 16
                then if(f.dataTypeNumber = 16, 'boolean', 'string')
            when f.type like 'Binary%' or f.type = 'Character(binary)' then 'binary'
            when f.type is not null then 'string'
        end as data_type,
        cast(null as string) as cdc_type,
        nullif(cast(array_position(cdc_key_names, f.name) as int), 0) as key_number,
        cast(null as boolean) as is_optional
    from columns
{% endmacro %}
