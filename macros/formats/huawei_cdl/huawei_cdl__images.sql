{#
    The images of a table's events, with the columns of debezium__images: before, and data (1.0) or after (2.0). The schema of an
    image is found by `field`, because its `name` is "data" in both. If an image lacks the key, it comes from `unique`. In
    an update without a before image, a `unique` that differs from the row's own key is the old key. Images are whole: an image
    without a column that the schema names is no image (image_contract); if the table has a key, only the key
    counts in before. `unique` does not replace a key in before that does not fit (bad_value). lob_nulls: see the options.
    Source: Huawei MRS, "CDL JSON and open-source Debezium JSON", samples.
#}
{% macro huawei_cdl__images(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set gone = keys or all %}
    {% set rows = spark_cdc._text_fields(all) %}
    {% set fields = "payload struct<message_version string, OPERATION string, op string, LOB_COLUMNS string, before struct<"
        ~ spark_cdc._text_fields(gone) ~ ">, data struct<" ~ rows ~ ">, after struct<" ~ rows ~ ">"
        ~ (", `unique` struct<" ~ spark_cdc._text_fields(keys) ~ ">" if keys else "") ~ ">,"
        ~ " `schema` struct<fields array<struct<field string, fields array<"
        ~ "struct<field string, type string, name string, parameters map<string, string>>>>>>" %}
    with parsed as (
        select * from {{ spark_cdc._with_json(events, fields) }}
    ),

    sided as (
        select
            *,
            if({{ spark_cdc._huawei_cdl_version("cdc_j.m.payload") }} = 1, 'data', 'after') as cdc_after_name,
            if({{ spark_cdc._huawei_cdl_version("cdc_j.m.payload") }} = 1, cdc_j.m.payload.data, cdc_j.m.payload.after) as cdc_row
        from parsed
    ),

    imaged as (
        select
            * except (cdc_j, cdc_row, cdc_after_name),
            concat('$.payload.', cdc_after_name) as cdc_after_path,
            cdc_j.m.payload.LOB_COLUMNS as cdc_lob_columns,
            coalesce(
                get(filter(cdc_j.m.schema.fields, f -> f.field = cdc_after_name), 0).fields,
                get(filter(cdc_j.m.schema.fields, f -> f.field = 'before'), 0).fields,
                get(filter(cdc_j.m.schema.fields, f -> f.field = 'unique'), 0).fields
            ) as cdc_fields,
            cdc_j.m.payload.before as cdc_sent_before,
            case when cdc_operation <> 'delete' then cdc_row end as cdc_sent_after,
            {% if keys %}
            cdc_j.m.payload.`unique` as cdc_message_key
            {% else %}
            cast(null as struct<none: string>) as cdc_message_key
            {% endif %}
        from sided
    ),

    present as (
        select
            *,
            {{ spark_cdc._present_names("cdc_sent_after", all, "cdc_after_path") }} as cdc_names
            {%- if not keys %},
            case when cdc_operation in ('update', 'delete') then
                {{ spark_cdc._present_names("cdc_sent_before", all, "'$.payload.before'") }}
            end as cdc_before_names
            {% endif %}
        from imaged
    ),

    checked as (
        select
            *,
            array_intersect(
                {{ spark_cdc._names_of(all) }},
                concat(
                    {% if not keys %}coalesce(array_except(transform(cdc_fields, f -> f.field), cdc_before_names), array()),{% endif %}
                    coalesce(array_except(transform(cdc_fields, f -> f.field), cdc_names), array())
                )
            ) as cdc_lacking
        from present
    )

    select
        * except (
            cdc_sent_before, cdc_sent_after, cdc_fields, cdc_lob_columns, cdc_names, cdc_lacking, cdc_detail,
            {{ "cdc_message_key" if keys else "cdc_before_names" }}
        ),
        0 as cdc_index,
        {% if keys %}
        case
            when cdc_operation <> 'update'
                or ({% for c in keys %}cdc_sent_before.`{{ c.source }}` is not null{{ " and " if not loop.last }}{% endfor %})
                then cdc_sent_before
            when {% for c in keys %}cdc_message_key.`{{ c.source }}` is not null
                and coalesce(cdc_sent_before.`{{ c.source }}` = cdc_message_key.`{{ c.source }}`, cdc_sent_before.`{{ c.source }}` is null)
                {{- " and " if not loop.last }}{% endfor %} then cdc_message_key
            else cdc_sent_before
        end as cdc_before,
        cdc_message_key,
        {% else %}
        case when size(cdc_lacking) = 0 then cdc_sent_before end as cdc_before,
        {% endif %}
        case when size(cdc_lacking) = 0 then cdc_sent_after end as cdc_after,
        cast(null as struct<{{ spark_cdc._text_fields(keys) if keys else "none: string" }}>) as cdc_old_key,
        false as cdc_key_change,
        case when cdc_operation = 'update' then
            {% if stream.options.lob_nulls == "keep" %}
            filter(cdc_names, n -> not array_contains(split(lower(coalesce(cdc_lob_columns, '')), '[,;|"\\s]+'), lower(n)))
            {% else %}
            cdc_names
            {% endif %}
        end as cdc_present,
        {{ spark_cdc._resolved_apart(spark_cdc._connect_types("cdc_fields")) }} as cdc_types,
        '$.payload.before' as cdc_before_path,
        case
            when size(cdc_lacking) > 0
                then concat('the image lacks columns that the message\'s schema names: ', array_join(cdc_lacking, ', '))
            else cdc_detail
        end as cdc_detail
    from checked
{% endmacro %}
