{#
    The typed reading of a table's events: for each row of `events` the contract's
    columns by name, and cdc_absent (columns that the message says nothing about), cdc_bad (columns whose value their
    type cannot hold), cdc_key_change (the event is half of a key change).
    Inserts, reads and updates carry the after image, deletes the key (tables without key: the before image).
    Source: FORMATS.md 4.2, 4.4, 4.5.
#}
{% macro debezium__rows(stream, contract, events) %}
    {% set flat = stream.options.envelope == "flattened" %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set fields = [] %}
    {% for column in all %}{% do fields.append("`" ~ column.source ~ "` " ~ spark_cdc._debezium_raw_type(stream, column)) %}{% endfor %}
    {% set fields = fields | join(", ") %}
    {% set key_fields = [] %}
    {% for column in keys %}{% do key_fields.append("`" ~ column.source ~ "` " ~ spark_cdc._debezium_raw_type(stream, column)) %}{% endfor %}
    {% set key_fields = key_fields | join(", ") %}
    {% set before_fields = key_fields if keys else fields %}
    {% set images = fields if flat else "before struct<" ~ before_fields ~ ">, after struct<" ~ fields ~ ">" %}
    {% set type_field = "struct<field string, type string, name string, parameters map<string, string>>" %}
    {% set schema = "`schema` struct<fields array<struct<field string, type string, name string,"
        ~ " parameters map<string, string>, fields array<" ~ type_field ~ ">>>>" %}
    with parsed as (
        select
            *,
            {{ spark_cdc._parse_json("cdc_value", "payload struct<" ~ images ~ ">, " ~ schema ~ ", " ~ images) }} as cdc_raw_j
            {% if keys %}, {{ spark_cdc._parse_json("get_json_object(cdc_headers, '$[\\'__debezium.oldkey\\']')", "payload struct<" ~ key_fields ~ ">, " ~ key_fields) }}.m as cdc_raw_o{% endif %}
            {% if keys %}, {{ spark_cdc._parse_json("cdc_key", "payload struct<" ~ key_fields ~ ">, " ~ key_fields) }}.m as cdc_raw_k{% endif %}
        from {{ events }}
    ),

    imaged as (
        select
            * except (cdc_raw_j),
            cdc_raw_j.bad is not null as cdc_misfit,
            cdc_raw_j.m.payload is not null as cdc_enveloped,
            {% if flat %}
            {% set row -%}
                coalesce(cdc_raw_j.m.payload, named_struct(
                    {%- for c in all %}'{{ c.source }}', cdc_raw_j.m.`{{ c.source }}`{{ ", " if not loop.last }}{% endfor -%}
                ))
            {%- endset %}
            case when cdc_operation <> 'delete' then {{ row }} end as cdc_raw_i,
            case when cdc_operation = 'delete' then {{ row }} end as cdc_raw_b,
            map_from_entries(transform(
                cdc_raw_j.m.schema.fields,
                f -> struct(f.field, struct(coalesce(f.name, f.type) as type, cast(f.parameters['scale'] as int) as scale))
            )) as cdc_types
            {% else %}
            coalesce(cdc_raw_j.m.payload.after, cdc_raw_j.m.after) as cdc_raw_i,
            coalesce(cdc_raw_j.m.payload.before, cdc_raw_j.m.before) as cdc_raw_b,
            map_from_entries(transform(
                filter(cdc_raw_j.m.schema.fields, f -> f.field = 'after')[0].fields,
                f -> struct(f.field, struct(coalesce(f.name, f.type) as type, cast(f.parameters['scale'] as int) as scale))
            )) as cdc_types
            {% endif %}
        from parsed
    ),

    {# Without a key an update is one row that goes and one that comes. #}
    split as (
        select
            *,
            {% if keys %}
            if(cdc_operation = 'delete', 'before', 'after') as cdc_image
            {% else %}
            explode(case cdc_operation when 'update' then array('before', 'after') when 'delete' then array('before') else array('after') end) as cdc_image
            {% endif %}
        from imaged
    ),

    keyed as (
        select
            * except (cdc_misfit),
            cdc_misfit and cdc_operation <> 'truncate' as cdc_misfit,
            {% set root = "" if flat else ".after" %}
            case
                when cdc_operation in ('insert', 'read', 'update') and (
                    {% for c in all %}cdc_raw_i.`{{ c.source }}` is null{{ " or " if not loop.last }}{% endfor %}
                ) then json_object_keys(get_json_object(cdc_value, if(cdc_enveloped, '$.payload{{ root }}', '${{ root }}')))
            end as cdc_names
        from split
    ),

    decoded as (
        select
            *,
            {% for c in all %}
            {% set upsert = spark_cdc._debezium_value(stream, c, "cdc_raw_i.`" ~ c.source ~ "`") %}
            {% if keys and c.key %}
            coalesce(
                case when cdc_operation <> 'delete' then {{ upsert }} end,
                {{ spark_cdc._debezium_value(stream, c, "cdc_raw_b.`" ~ c.source ~ "`") }},
                {{ spark_cdc._debezium_value(stream, c, "coalesce(cdc_raw_k.payload.`" ~ c.source ~ "`, cdc_raw_k.`" ~ c.source ~ "`)") }}
            ) as `{{ c.name }}`,
            {% elif keys %}
            case when cdc_operation <> 'delete' then {{ upsert }} end as `{{ c.name }}`,
            {% else %}
            case when cdc_image = 'before' then {{ spark_cdc._debezium_value(stream, c, "cdc_raw_b.`" ~ c.source ~ "`") }} else {{ upsert }} end as `{{ c.name }}`,
            {% endif %}
            {% endfor %}
            array_compact(array(
                {% for c in all if not c.key %}
                case
                    when {{ spark_cdc._debezium_unavailable(stream, c, "cdc_raw_i.`" ~ c.source ~ "`") }} then '{{ c.name }}'
                    when cdc_raw_i.`{{ c.source }}` is null and cdc_operation = 'update'
                        and not array_contains(cdc_names, '{{ c.source }}') then '{{ c.name }}'
                end{{ "," if not loop.last }}
                {% endfor %}
            )) as cdc_absent
        from keyed
    )

    select
        * except (cdc_raw_i, cdc_raw_b, cdc_types, cdc_names, cdc_enveloped, cdc_misfit{{ ", cdc_raw_k, cdc_raw_o" if keys }}),
        array_compact(array(
            {% for c in all %}
            {% set raw = "cdc_raw_i.`" ~ c.source ~ "`" %}
            case
                when cdc_image = 'before' or array_contains(cdc_absent, '{{ c.name }}') then null
                when {{ raw }} is not null and `{{ c.name }}` is null then '{{ c.name }}'
                when {{ raw }} is null and cdc_misfit
                    and get_json_object(cdc_value, concat(if(cdc_enveloped, '$.payload', '$'), '{{ root }}[\'{{ c.source | replace("'", "\\'") }}\']')) is not null
                    then '{{ c.name }}'
            end{{ "," if not loop.last }}
            {% endfor %}
        )) as cdc_bad,
        {# An upsert needs its after image; without a key, what goes needs its before image. #}
        coalesce(
            (cdc_operation in ('insert', 'read', 'update') and cdc_raw_i is null)
            {% if not keys %}or (cdc_operation in ('update', 'delete') and cdc_raw_b is null){% endif %}, false
        ) as cdc_imageless,
        coalesce(
            get_json_object(cdc_headers, '$[\'__debezium.newkey\']'), get_json_object(cdc_headers, '$[\'__debezium.oldkey\']')
        ) is not null as cdc_key_change,
        {% if keys %}
        struct(
            {% for c in keys %}
            {{ spark_cdc._debezium_value(stream, c, "coalesce(cdc_raw_o.payload.`" ~ c.source ~ "`, cdc_raw_o.`" ~ c.source ~ "`)") }} as `{{ c.name }}`{{ "," if not loop.last }}
            {% endfor %}
        ) as cdc_old_key,
        cdc_raw_o is not null and size(cdc_absent) > 0 as cdc_carries
        {% else %}
        cast(null as struct<none: string>) as cdc_old_key,
        false as cdc_carries
        {% endif %}
    from decoded
{% endmacro %}
