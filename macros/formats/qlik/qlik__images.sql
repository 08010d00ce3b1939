{#
    The images of a table's events, with the columns of debezium__images: data and beforeData. A delete has its row in data,
    or in beforeData. columnMask has the columns that an update carries: a column without its bit keeps its value, a NULL
    with its bit is NULL, and without a mask all columns are present. Ordinals are those of the message's own schema, or the order
    of the columns in data if it names none. A key change is found by beforeData. If changeMask marks a key column
    as changed and beforeData does not have it, the old key is lost and the message is not used. In a table without
    key, columns that an update leaves out are taken from beforeData, and a deleted row must have every column of its schema,
    because with fewer it would be another row. Source: "Data message".
#}
{% macro qlik__images(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set gone = keys or all %}
    {% set no_key = "cast(null as struct<" ~ (spark_cdc._text_fields(keys) if keys else "none: string") ~ ">)" %}
    {% set body = "data struct<" ~ spark_cdc._text_fields(all) ~ ">, beforeData struct<" ~ spark_cdc._text_fields(gone)
        ~ ">, headers struct<changeMask string, columnMask string>" %}
    {% set has_bit = spark_cdc._qlik_has_bit %}
    {% set own_schema = "cdc_j.m.messageSchemaId is not null and cdc_ddl_meta is not null" if stream.options.metadata == "required" else "false" %}
    {% set own_columns = "from_json(cdc_ddl_meta, 'array<struct<ordinal int, name string>>')" %}
    {% set names = spark_cdc._names_of(all) %}
    {% set before_path = "concat(cdc_root, if(cdc_operation = 'delete' and cdc_data is not null, '.data', '.beforeData'))" %}
    with parsed as (
        select * from {{ spark_cdc._with_json(events, "messageSchemaId string, message struct<" ~ body ~ ">, " ~ body) }}
    ),

    {# Without envelope, the message is the envelope's content. #}
    unwrapped as (
        select
            *,
            if(cdc_j.m.message is not null, '$.message', '$') as cdc_root,
            coalesce(cdc_j.m.message.data, cdc_j.m.data) as cdc_data,
            coalesce(cdc_j.m.message.beforeData, cdc_j.m.beforeData) as cdc_before_data,
            coalesce(cdc_j.m.message.headers, cdc_j.m.headers) as cdc_masks
        from parsed
    ),

    {# The ordinals of columns are only needed for a mask. #}
    numbered as (
        select
            *,
            {{ spark_cdc._qlik_mask(stream, "nullif(cdc_masks.changeMask, '')") }} as cdc_change_bits,
            {{ spark_cdc._qlik_mask(stream, "nullif(cdc_masks.columnMask, '')") }} as cdc_column_bits,
            case when cdc_operation = 'update' and (
                cdc_before_data is null
                {% for c in keys %}or cdc_before_data.`{{ c.source }}` is null {% endfor %}

                or nullif(cdc_masks.columnMask, '') is not null
                and ({% for c in all %}cdc_data.`{{ c.source }}` is null{{ " or " if not loop.last }}{% endfor %})
            ) then if(
                {{ own_schema }},
                {{ own_columns }},
                {{ spark_cdc._qlik_columns_in_order("get_json_object(cdc_value, concat(cdc_root, '.data'))") }}
            ) end as cdc_ordinals
        from unwrapped
    ),

    sided as (
        select
            *,
            case when cdc_operation = 'update' and cdc_data is not null then
                case
                    when cdc_column_bits is null then {{ spark_cdc._present_names("cdc_data", all, "concat(cdc_root, '.data')") }}
                    else transform(filter(cdc_ordinals, c -> {{ has_bit("cdc_column_bits", "c.ordinal") }}), c -> c.name)
                end
            end as cdc_present,
            {% if keys %}
            coalesce(cdc_operation = 'update' and exists(
                cdc_ordinals,
                c -> case c.name
                    {% for c in keys %}when {{ spark_cdc._string_literal(c.source) }} then cdc_before_data.`{{ c.source }}` is null {% endfor %}

                end and {{ has_bit("cdc_change_bits", "c.ordinal") }}
            ), false) as cdc_lost
            {% else %}
            {% set gone_data = "if(cdc_operation = 'delete' and cdc_data is not null, cdc_data, cdc_before_data)" %}
            coalesce(cdc_operation in ('delete', 'update') and ({% for c in all %}{{ gone_data }}.`{{ c.source }}` is null{{ " or " if not loop.last }}{% endfor %}) and size(array_except(
                if({{ own_schema }}, array_intersect({{ names }}, {{ own_columns }}.name), {{ names }}),
                json_object_keys(get_json_object(cdc_value, {{ before_path }}))
            )) > 0, false) as cdc_lost
            {% endif %}
        from numbered
    )

    select
        * except (
            cdc_j, cdc_root, cdc_data, cdc_before_data, cdc_masks, cdc_change_bits, cdc_column_bits, cdc_ordinals, cdc_lost,
            cdc_detail, cdc_ddl_meta
        ),
        0 as cdc_index,
        {% if keys %}
        case
            when cdc_operation = 'delete' or cdc_before_data is not null and cdc_operation = 'update' then
                case when cdc_before_data is not null or cdc_data is not null then named_struct(
                    {% for c in keys %}
                    '{{ c.source }}',
                    case
                        when cdc_operation = 'update' then coalesce(
                            cdc_before_data.`{{ c.source }}`,
                            if(cdc_change_bits is not null and exists(cdc_ordinals, c -> c.name = {{ spark_cdc._string_literal(c.source) }} and not {{ has_bit("cdc_change_bits", "c.ordinal") }}), cdc_data.`{{ c.source }}`, null)
                        )
                        else coalesce(cdc_data.`{{ c.source }}`, cdc_before_data.`{{ c.source }}`)
                    end{{ "," if not loop.last }}
                    {% endfor %}
                ) end
        end as cdc_before,
        case when cdc_operation <> 'delete' and not cdc_lost then cdc_data end as cdc_after,
        {% else %}
        case when not cdc_lost then
            case cdc_operation when 'delete' then coalesce(cdc_data, cdc_before_data) when 'update' then cdc_before_data end
        end as cdc_before,
        case when cdc_operation <> 'delete' then
            case when cdc_operation = 'update' and cdc_present is not null then named_struct(
                {% for c in all %}
                '{{ c.source }}',
                case
                    when cdc_data.`{{ c.source }}` is null and not array_contains(cdc_present, {{ spark_cdc._string_literal(c.source) }})
                        then cdc_before_data.`{{ c.source }}`
                    else cdc_data.`{{ c.source }}`
                end{{ "," if not loop.last }}
                {% endfor %}
            ) else cdc_data end
        end as cdc_after,
        {% endif %}
        {{ no_key }} as cdc_message_key,
        {{ no_key }} as cdc_old_key,
        false as cdc_key_change,
        cast(null as map<string, struct<type: string, scale: int>>) as cdc_types,
        cast(null as string) as cdc_ddl_meta,
        {{ before_path }} as cdc_before_path,
        concat(cdc_root, '.data') as cdc_after_path,
        if(
            cdc_lost,
            '{{ "changeMask marks the key as changed, and there is no beforeData with the old one" if keys else "the row to delete is not known: the image lacks columns" }}',
            cdc_detail
        ) as cdc_detail
    from sided
{% endmacro %}
