{#
    The images of a table's events: events.* and cdc_index, cdc_before and cdc_after (structs of the contract's source
    columns as read, not yet decoded; with a key, the before image is read for its key alone), cdc_message_key,
    cdc_old_key, cdc_key_change, cdc_present (names in the after image, NULL when it has all), cdc_types (encodings by the
    message's own schema), cdc_misfit (some field did not fit its type) and the images' JSON paths.
    See docs/formats/debezium.md.
#}
{% macro debezium__images(stream, contract, events) %}
    {% if stream.options.envelope == "mongodb" %}{{ return(spark_cdc._debezium_document_images(contract, events)) }}{% endif %}
    {% set flat = stream.options.envelope == "flattened" %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set fields = spark_cdc._raw_fields(stream, all) %}
    {% set key_fields = spark_cdc._raw_fields(stream, keys) %}
    {% set exact = spark_cdc._exact_image %}
    {% set images = fields if flat else "before struct<" ~ (key_fields if keys else fields) ~ ">, after struct<" ~ fields ~ ">" %}
    {% set type_field = "struct<field string, type string, name string, parameters map<string, string>>" %}
    {% set schema = "`schema` struct<fields array<struct<field string, type string, name string,"
        ~ " parameters map<string, string>, fields array<" ~ type_field ~ ">>>>" %}
    with parsed as (
        select
            *{{ "," if keys }}
            {% if keys %}
            {% set key_text = "payload struct<" ~ key_fields ~ ">, " ~ key_fields %}
            {{ spark_cdc._parse_json("get_json_object(cdc_headers, '$[\\'__debezium.oldkey\\']')", key_text) }}.m as cdc_old_key_j,
            {# A key that the image has is not looked for. #}
            {% set keyless = [] %}
            {% for c in keys %}
            {% set name = "`" ~ c.source ~ "`" %}
            {% do keyless.append(
                "coalesce(cdc_j.m.payload." ~ name ~ ", cdc_j.m." ~ name ~ ") is null" if flat
                else "if(cdc_operation = 'delete', coalesce(cdc_j.m.payload.before." ~ name ~ ", cdc_j.m.before." ~ name
                    ~ "), coalesce(cdc_j.m.payload.after." ~ name ~ ", cdc_j.m.after." ~ name ~ ")) is null"
            ) %}
            {% endfor %}
            {{ spark_cdc._parse_json("case when (" ~ keyless | join(" or ") ~ ") and is_valid_utf8(cdc_key) then cdc_key end", key_text) }}.m as cdc_key_j
            {% endif %}
        from {{ spark_cdc._with_json(events, "payload struct<" ~ images ~ ">, " ~ schema ~ ", " ~ images) }}
    ),

    {# Without schema, a message is its payload. #}
    unwrapped as (
        select
            * except (cdc_j{{ ", cdc_old_key_j, cdc_key_j" if keys }}),
            cdc_j.bad is not null and cdc_operation <> 'truncate' as cdc_misfit,
            if(cdc_j.m.payload is not null, '$.payload', '$') as cdc_root,
            {% if flat %}
            coalesce(cdc_j.m.payload, if(cdc_j.m is not null, {{ spark_cdc._struct_of("cdc_j.m", all) }}, null)) as cdc_row,
            cdc_j.m.schema.fields as cdc_fields,
            {% else %}
            coalesce(cdc_j.m.payload.after, cdc_j.m.after) as cdc_told_after,
            coalesce(cdc_j.m.payload.before, cdc_j.m.before) as cdc_told_before,
            get(filter(cdc_j.m.schema.fields, f -> f.field = 'after'), 0).fields as cdc_fields,
            {% endif %}
            {% if keys %}
            coalesce(cdc_key_j.payload, if(cdc_key_j is not null, {{ spark_cdc._struct_of("cdc_key_j", keys) }}, null)) as cdc_told_key,
            coalesce(cdc_old_key_j.payload, if(cdc_old_key_j is not null, {{ spark_cdc._struct_of("cdc_old_key_j", keys) }}, null)) as cdc_told_old_key
            {% else %}
            cast(null as struct<none: string>) as cdc_told_key,
            cast(null as struct<none: string>) as cdc_told_old_key
            {% endif %}
        from parsed
    ),

    imaged as (
        select
            * except (cdc_fields, cdc_told_key, cdc_told_old_key, {{ "cdc_row" if flat else "cdc_told_after, cdc_told_before" }}),
            0 as cdc_index,
            {% if flat %}
            case when cdc_operation <> 'delete' then {{ exact(stream, all, "cdc_row", [["payload"], []], "=") }} end as cdc_after,
            case when cdc_operation = 'delete' then
                {{ spark_cdc._connect_image(stream, keys or all, "cdc_row", [["payload"], []]) }}
            end as cdc_before,
            {% else %}
            case when cdc_operation <> 'delete' then
                {{ exact(stream, all, "cdc_told_after", [["payload", "after"], ["after"]], "=") }}
            end as cdc_after,
            {{ exact(stream, keys or all, "cdc_told_before", [["payload", "before"], ["before"]], "=") }} as cdc_before,
            {% endif %}
            {{ spark_cdc._connect_types("cdc_fields") }} as cdc_types,
            {{ exact(stream, keys, "cdc_told_key", [[]], "=") }} as cdc_message_key,
            {{ exact(stream, keys, "cdc_told_old_key", [[]], "=") }} as cdc_old_key,
            coalesce(
                get_json_object(cdc_headers, '$[\'__debezium.newkey\']'), get_json_object(cdc_headers, '$[\'__debezium.oldkey\']')
            ) is not null as cdc_key_change
        from unwrapped
    )

    select
        * except (cdc_root),
        concat(cdc_root, '{{ "" if flat else ".before" }}') as cdc_before_path,
        concat(cdc_root, '{{ "" if flat else ".after" }}') as cdc_after_path,
        case when cdc_operation = 'update' then
            {{ spark_cdc._present_names("cdc_after", all, "concat(cdc_root, '" ~ ("" if flat else ".after") ~ "')") }}
        end as cdc_present
    from imaged
{% endmacro %}
