{#
    The images of a table's events, with the columns of debezium__images. `data` is the whole row of an insert (a column that is
    not in it is NULL) or of a delete. Of an update, `data` has the changed columns, and `key` is the row before: the whole row, or
    the key with the old values of the changed columns. So an update's row is `key` merged with `data`, and a column that neither
    has keeps its value. A table without key needs the whole row in `key`, which is the row to delete.
    Source: DTS, "Data formats of a Kafka cluster", Shareplex JSON, samples.
#}
{% macro shareplex__images(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set gone = keys or all %}
    {% set fields = spark_cdc._text_fields(all) %}
    with parsed as (
        select
            *,
            json_object_keys(get_json_object(cdc_value, '$.data')) as cdc_data_names,
            json_object_keys(get_json_object(cdc_value, '$.key')) as cdc_key_names
        from {{ spark_cdc._with_json(events, "meta struct<op string>, data struct<" ~ fields ~ ">, `key` struct<" ~ fields ~ ">") }}
    ),

    read as (
        select
            * except (cdc_j),
            {{ spark_cdc._shareplex_operation("cdc_j.m.meta.op") }} as cdc_op,
            {{ spark_cdc._shareplex_image(stream, all, "cdc_j.m.data") }} as cdc_data,
            {{ spark_cdc._shareplex_image(stream, all, "cdc_j.m.`key`") }} as cdc_sent_key
        from parsed
    ),

    merged as (
        select
            *,
            cdc_op in ('update_before', 'update_after') and {{ "false" if stream.options.update_before == "ignore" else "true" }} as cdc_half,
            case when cdc_data is not null or (cdc_sent_key is not null and cdc_operation in ('delete', 'update_before')) then named_struct(
                {% for c in all %}
                {{ spark_cdc._string_literal(c.source) }}, {{ spark_cdc._shareplex_merged(c) }}{{ "," if not loop.last }}
                {% endfor %}
            ) end as cdc_row
        from read
    )

    select
        * except (cdc_data, cdc_sent_key, cdc_data_names, cdc_key_names, cdc_op, cdc_half, cdc_row, cdc_detail),
        0 as cdc_index,
        case
            when cdc_row is null then null
            when cdc_operation in ('delete', 'update_before') then {{ spark_cdc._struct_of("cdc_row", gone) }}
            when cdc_operation = 'update' and not cdc_half and
                {% if keys %}
                ({% for c in keys %}cdc_sent_key.`{{ c.source }}` is not null{{ " or " if not loop.last }}{% endfor %})
                {% else %}
                size(array_intersect(cdc_key_names, {{ spark_cdc._names_of(gone) }})) = {{ gone | length }}
                {% endif %}
                then {{ spark_cdc._struct_of("cdc_sent_key", gone) }}
        end as cdc_before,
        case when cdc_operation in ('insert', 'update') then cdc_row end as cdc_after,
        cast(null as struct<{{ spark_cdc._text_fields(keys) if keys else "none: string" }}>) as cdc_message_key,
        cast(null as struct<{{ spark_cdc._text_fields(keys) if keys else "none: string" }}>) as cdc_old_key,
        cdc_half as cdc_key_change,
        case when cdc_operation = 'update' then array_union(coalesce(cdc_data_names, array()), coalesce(cdc_key_names, array())) end as cdc_present,
        cast(null as map<string, struct<type: string, scale: int>>) as cdc_types,
        if(cdc_operation = 'update', '$.key', '$.data') as cdc_before_path,
        '$.data' as cdc_after_path,
        cdc_detail
    from merged
{% endmacro %}
