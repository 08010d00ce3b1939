{#
    The images of MongoDB's change events, with the columns of debezium__images: `after` is a text with the whole document.
    An update without it has updateDescription, whose fields are present and all others absent. A change inside of a
    document or array ("address.city", truncatedArrays) does not carry the whole value of its column: image_contract. The _id of
    a delete is in the message key alone. Source: Debezium reference, MongoDB.
#}
{% macro _debezium_document_images(contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set update = "updateDescription struct<removedFields array<string>, updatedFields string, truncatedArrays array<struct<field string>>>" %}
    {% set images = "before string, after string, " ~ update %}
    with messages as (
        select * except (cdc_json), cdc_json.m as cdc_j
        from {{ spark_cdc._with_json(events, "payload struct<" ~ images ~ ">, " ~ images, name="cdc_json") }}
    ),

    updates as (
        select
            * except (cdc_j),
            if(cdc_j.payload is not null, '$.payload', '$') as cdc_root,
            coalesce(cdc_j.payload.before, cdc_j.before) as cdc_before_text,
            coalesce(cdc_j.payload.after, cdc_j.after) as cdc_after_text,
            coalesce(cdc_j.payload.updateDescription, cdc_j.updateDescription) as cdc_update
        from messages
    ),

    named as (
        select
            *,
            case when cdc_after_text is null and cdc_operation = 'update' and cdc_update is not null
                then concat(coalesce(json_object_keys(cdc_update.updatedFields), array()), coalesce(cdc_update.removedFields, array()))
            end as cdc_present
        from updates
    ),

    parted as (
        select
            *,
            array_compact(array(
                {% for c in all %}
                case when exists(cdc_present, p -> startswith(p, '{{ c.source }}.')) or exists(
                    case when cdc_present is not null then cdc_update.truncatedArrays end, a -> a.field = '{{ c.source }}' or startswith(a.field, '{{ c.source }}.')
                ) then '{{ c.name }}' end{{ "," if not loop.last }}
                {% endfor %}
            )) as cdc_parts
        from named
    ),

    imaged as (
        select
            * except (cdc_before_text, cdc_after_text, cdc_update, cdc_detail),
            {{ spark_cdc._debezium_documents(all, "case when cdc_operation = 'delete' or size(cdc_parts) > 0 then null else "
                ~ "coalesce(cdc_after_text, case when cdc_present is not null then coalesce(cdc_update.updatedFields, '{}') end) end") }} as cdc_after,
            {% if keys %}
            {{ spark_cdc._debezium_documents(keys, "case when cdc_operation = 'delete' then cdc_before_text end") }} as cdc_before,
            {{ spark_cdc._debezium_documents(keys, "concat('{\"_id\":', coalesce(get_json_object(cdc_key, '$.payload.id'), get_json_object(cdc_key, '$.id')), '}')") }} as cdc_message_key,
            {% else %}
            {{ spark_cdc._debezium_documents(all, "cdc_before_text") }} as cdc_before,
            cast(null as struct<none: string>) as cdc_message_key,
            {% endif %}
            case
                when size(cdc_parts) > 0 then concat(
                    'the update changes a part of ', array_join(cdc_parts, ', '), ' and has no whole value; send documents whole (capture.mode change_streams_update_full)'
                )
                when cdc_operation = 'update' and cdc_after_text is null and cdc_present is null
                    then 'the update has neither after nor updateDescription'
                else cdc_detail
            end as cdc_detail
        from parted
    )

    select
        * except (cdc_parts, cdc_root),
        0 as cdc_index,
        cast(null as map<string, struct<type: string, scale: int>>) as cdc_types,
        cast(null as struct<{% for c in keys %}`{{ c.source }}`: string{{ ", " if not loop.last }}{% else %}none: string{% endfor %}>) as cdc_old_key,
        false as cdc_key_change,
        concat(cdc_root, '.before') as cdc_before_path,
        concat(cdc_root, if(cdc_present is null, '.after', '.updateDescription.updatedFields')) as cdc_after_path
    from imaged
{% endmacro %}
