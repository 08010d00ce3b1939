{#
    The images of a table's events, with the columns of debezium__images. A half of an update is a message of its own:
    it removes the row, or adds it, as a key change does, so that swaps of keys end right. For a message with both
    images, the keys alone decide whether it is a key change. Source: DataHub appendix, BLOB fields.
#}
{% macro datahub_blob__images(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set gone = keys or all %}
    {% set no_key = "cast(null as struct<" ~ (spark_cdc._text_fields(keys) if keys else "none: string") ~ ">)" %}
    {% set fields = "payload struct<op string, before struct<dataColumn struct<" ~ spark_cdc._text_fields(gone)
        ~ ">>, after struct<dataColumn struct<" ~ spark_cdc._text_fields(all) ~ ">>>" %}
    with parsed as (
        select * from {{ spark_cdc._with_json(events, fields) }}
    ),

    imaged as (
        select
            * except (cdc_j),
            upper(cdc_j.m.payload.op) as cdc_op,
            cdc_j.m.payload.before.dataColumn as cdc_before,
            cdc_j.m.payload.after.dataColumn as cdc_after
        from parsed
    )

    select
        * except (cdc_op),
        0 as cdc_index,
        {{ no_key }} as cdc_message_key,
        {{ no_key }} as cdc_old_key,
        cdc_operation = 'update_before' or cdc_op = 'UPDATE_AFTER' and cdc_before is null as cdc_key_change,
        cast(null as array<string>) as cdc_present,
        cast(null as map<string, struct<type: string, scale: int>>) as cdc_types,
        '$.payload.before.dataColumn' as cdc_before_path,
        '$.payload.after.dataColumn' as cdc_after_path
    from imaged
{% endmacro %}
