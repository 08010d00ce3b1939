{#
    The images of a table's events, with the columns of debezium__images: the row itself, before or after by its operation.
    Both halves of an update count as a key change, so that swaps of keys end right. A row without _operation_type_ does
    not: it may be an insert of a row that a full load has already sent, and would then leave a pending delete that the
    next real delete of the key clears.
    See docs/formats/datahub_tuple.md.
#}
{% macro datahub_tuple__images(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set no_key = "cast(null as struct<" ~ (spark_cdc._text_fields(keys) if keys else "none: string") ~ ">)" %}
    with parsed as (
        select * from {{ spark_cdc._with_json(events, spark_cdc._text_fields(all)) }}
    ),

    imaged as (
        select
            * except (cdc_j),
            cdc_j.m as cdc_row
        from parsed
    )

    select
        * except (cdc_row),
        0 as cdc_index,
        case when cdc_operation in ('delete', 'update_before') then {{ spark_cdc._struct_of("cdc_row", keys or all) }} end as cdc_before,
        case when cdc_operation in ('insert', 'update') then cdc_row end as cdc_after,
        {{ no_key }} as cdc_message_key,
        {{ no_key }} as cdc_old_key,
        cdc_operation in ('update_before', 'update') as cdc_key_change,
        cast(null as array<string>) as cdc_present,
        cast(null as map<string, struct<type: string, scale: int>>) as cdc_types,
        '$' as cdc_before_path,
        '$' as cdc_after_path
    from imaged
{% endmacro %}
