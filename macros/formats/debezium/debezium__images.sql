{#
    The images of a table's events: events.* and cdc_index, cdc_before and cdc_after (structs of the contract's source
    columns as texts, not yet decoded; if the table has a key, only the key is read from the before image), cdc_message_key,
    cdc_old_key, cdc_key_change, cdc_present (names in the after image), cdc_types (encodings in the message's own schema)
    and the images' JSON paths.
    See docs/formats/debezium.md.
#}
{% macro debezium__images(stream, contract, events) %}
    {% if stream.options.envelope == "mongodb" %}{{ return(spark_cdc._debezium_document_images(contract, events)) }}{% endif %}
    {% set flat = stream.options.envelope == "flattened" %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set gone = keys or all %}
    {% set fields = [] %}
    {% for name, type in spark_cdc._debezium_image_fields() %}{% do fields.append(name ~ " " ~ type) %}{% endfor %}
    {% set payload = "payload map<string, string>" if flat else "payload struct<" ~ fields | join(", ") ~ ">, " ~ fields | join(", ") %}
    {% set keyless = [] %}
    {% for c in keys %}
        {% set value = "try_element_at({0}, " ~ spark_cdc._string_literal(c.source) ~ ") is null" %}
        {% do keyless.append(value.format("cdc_row") if flat else "if(cdc_operation = 'delete', " ~ value.format("cdc_gone") ~ ", " ~ value.format("cdc_row") ~ ")") %}
    {% endfor %}
    {% set renamed = "coalesce(get(filter(" ~ spark_cdc._names_of(all) ~ ", n -> lower(n) = lower(f.field) and not array_contains(cdc_fields.field, n)), 0), f.field)" %}
    {% set with_events = spark_cdc._reads_images(stream) %}
    with parsed as (
        select * from {{ events if with_events else spark_cdc._with_json(events, payload ~ ", " ~ spark_cdc._debezium_schema(nested=not flat)) }}
    ),

    {# Without schema, a message is its payload. #}
    unwrapped as (
        select
            * except ({{ "cdc_images" if with_events else "cdc_j" }}),
            {% if flat %}
            if(cdc_j.m.payload is not null, '$.payload', '$') as cdc_root,
            coalesce(cdc_j.m.payload, {{ spark_cdc._parse_map("if(cdc_j.m.payload is null, cdc_value, null)") }}) as cdc_row,
            cast(null as map<string, string>) as cdc_gone,
            cdc_j.m.schema.fields as cdc_fields
            {% else %}
            {% set schema = "cdc_images.schema" if with_events else "cdc_j.m.schema" %}
            {{ "cdc_images.root" if with_events else "if(cdc_j.m.payload is not null, '$.payload', '$')" }} as cdc_root,
            {{ "cdc_images.after" if with_events else "coalesce(cdc_j.m.payload.after, cdc_j.m.after)" }} as cdc_row,
            {{ "cdc_images.before" if with_events else "coalesce(cdc_j.m.payload.before, cdc_j.m.before)" }} as cdc_gone,
            get({{ schema }}.fields, cast(array_position({{ schema }}.fields.field, 'after') as int) - 1).fields as cdc_fields
            {% endif %}
        from parsed
    ),

    {# For the few messages with a key beside the image, or with columns named in another case. #}
    judged as (
        select
            *,
            {% if keys %}
            case when ({{ keyless | join(" or ") }}) and is_valid_utf8(cdc_key) then cdc_key end as cdc_key_text,
            case when contains(cdc_headers, '__debezium.oldkey') then get_json_object(cdc_headers, '$[\'__debezium.oldkey\']') end as cdc_old_key_text,
            {% else %}
            cast(null as string) as cdc_key_text,
            cast(null as string) as cdc_old_key_text,
            {% endif %}
            not coalesce({{ spark_cdc._has_declared_names("cdc_row", all, all) }}, true)
                or not coalesce({{ spark_cdc._has_declared_names("cdc_gone", gone, all) }}, true) as cdc_is_renamed
        from unwrapped
    ),

    named as (
        select
            *,
            case
                when cdc_is_renamed or cdc_key_text is not null or cdc_old_key_text is not null
                    then {{ spark_cdc._resolved_apart(spark_cdc._by_declared_names(
                        "array(cdc_row, cdc_gone, " ~ spark_cdc._debezium_key("cdc_key_text") ~ ", " ~ spark_cdc._debezium_key("cdc_old_key_text") ~ ")", all
                    )) }}
            end as cdc_named,
            case
                when cdc_fields is not null
                    then {{ spark_cdc._resolved_apart(spark_cdc._let(
                        "fields",
                        "if(cdc_is_renamed, transform(cdc_fields, f -> named_struct('field', " ~ renamed ~ ", 'type', f.type, 'name', f.name, 'parameters', f.parameters)), cdc_fields)",
                        spark_cdc._connect_types("fields")
                    )) }}
            end as cdc_types
        from judged
    ),

    matched as (
        select
            * except (cdc_row, cdc_gone, cdc_named, cdc_fields, cdc_key_text, cdc_old_key_text, cdc_is_renamed, cdc_unmatched),
            if(cdc_named is null, cdc_row, cdc_named[0].m) as cdc_row,
            if(cdc_named is null, cdc_gone, cdc_named[1].m) as cdc_gone,
            cdc_named[2].m as cdc_key_row,
            cdc_named[3].m as cdc_old_key_row,
            case when array_join(cdc_named.unclear, '') <> '' then concat(
                'columns are named in another case than the contract\'s, in more than one way: ', array_join(cdc_named.unclear, ' '),
                '; declare the name in the message as source'
            ) end as cdc_unmatched
        from named
    )

    select
        * except (cdc_row, cdc_gone, cdc_key_row, cdc_old_key_row, cdc_root),
        0 as cdc_index,
        case when cdc_operation <> 'delete' then {{ spark_cdc._image_of("cdc_row", all, usual=true) }} end as cdc_after,
        {% if flat %}
        case when cdc_operation = 'delete' then {{ spark_cdc._image_of("cdc_row", gone) }} end as cdc_before,
        {% else %}
        {{ spark_cdc._image_of("cdc_gone", gone) }} as cdc_before,
        {% endif %}
        {{ spark_cdc._image_of("cdc_key_row", keys) if keys else "cast(null as struct<none: string>)" }} as cdc_message_key,
        {{ spark_cdc._image_of("cdc_old_key_row", keys) if keys else "cast(null as struct<none: string>)" }} as cdc_old_key,
        coalesce(contains(cdc_headers, '__debezium.') and coalesce(
            get_json_object(cdc_headers, '$[\'__debezium.newkey\']'), get_json_object(cdc_headers, '$[\'__debezium.oldkey\']')
        ) is not null, false) as cdc_key_change,
        concat(cdc_root, '{{ "" if flat else ".before" }}') as cdc_before_path,
        concat(cdc_root, '{{ "" if flat else ".after" }}') as cdc_after_path,
        case when cdc_operation = 'update' then map_keys(cdc_row) end as cdc_present
    from matched
{% endmacro %}
