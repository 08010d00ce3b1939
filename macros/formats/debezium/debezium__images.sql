{#
    The images of a table's events: events.* and cdc_index, cdc_before and cdc_after (structs of the contract's source
    columns as texts, not yet decoded; with a key, the before image is read for its key alone), cdc_message_key,
    cdc_old_key, cdc_key_change, cdc_present (names in the after image), cdc_types (encodings by the message's own schema)
    and the images' JSON paths.
    See docs/formats/debezium.md.
#}
{% macro debezium__images(stream, contract, events) %}
    {% if stream.options.envelope == "mongodb" %}{{ return(spark_cdc._debezium_document_images(contract, events)) }}{% endif %}
    {% set flat = stream.options.envelope == "flattened" %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set gone = keys or all %}
    {% set images = "before map<string, string>, after map<string, string>" %}
    {% set payload = "payload map<string, string>" if flat else "payload struct<" ~ images ~ ">, " ~ images %}
    {% set field = "field string, type string, name string, parameters map<string, string>" %}
    {% set schema = "`schema` struct<fields array<struct<" ~ field ~ ("" if flat else ", fields array<struct<" ~ field ~ ">>") ~ ">>>" %}
    {% set old_key = "get_json_object(cdc_headers, '$[\\'__debezium.oldkey\\']')" %}
    {% set payload_of_key = "if(k['payload'] like '{%', " ~ spark_cdc._parse_map("k['payload']") ~ ", k)" %}
    {% set objects = [["cdc_row", all], ["cdc_gone", gone], ["cdc_key_row", keys], ["cdc_old_key_row", keys]] %}
    {% set objects = objects if keys else objects[:2] %}
    {% set keyless = [] %}
    {% for c in keys %}
        {% set value = "try_element_at({0}, " ~ spark_cdc._string_literal(c.source) ~ ") is null" %}
        {% do keyless.append(value.format("cdc_row") if flat else "if(cdc_operation = 'delete', " ~ value.format("cdc_gone") ~ ", " ~ value.format("cdc_row") ~ ")") %}
    {% endfor %}
    with parsed as (
        select * from {{ spark_cdc._with_json(events, payload ~ ", " ~ schema) }}
    ),

    {# Without schema, a message is its payload. #}
    unwrapped as (
        select
            * except (cdc_j),
            if(cdc_j.m.payload is not null, '$.payload', '$') as cdc_root,
            {% if flat %}
            coalesce(cdc_j.m.payload, {{ spark_cdc._parse_map("if(cdc_j.m.payload is null, cdc_value, null)") }}) as cdc_row,
            cast(null as map<string, string>) as cdc_gone,
            cdc_j.m.schema.fields as cdc_fields
            {% else %}
            coalesce(cdc_j.m.payload.after, cdc_j.m.after) as cdc_row,
            coalesce(cdc_j.m.payload.before, cdc_j.m.before) as cdc_gone,
            get(filter(cdc_j.m.schema.fields, f -> f.field = 'after'), 0).fields as cdc_fields
            {% endif %}
        from parsed
    ),

    {# A key that the image has is not looked for. #}
    keyed as (
        select
            *{{ "," if keys }}
            {% if keys %}
            case when ({{ keyless | join(" or ") }}) and is_valid_utf8(cdc_key) then
                {{ spark_cdc._let("k", spark_cdc._parse_map("cdc_key"), payload_of_key) }}
            end as cdc_key_row,
            case when contains(cdc_headers, '__debezium.oldkey') then
                {{ spark_cdc._let("k", spark_cdc._parse_map(old_key), payload_of_key) }}
            end as cdc_old_key_row
            {% endif %}
        from unwrapped
    ),

    named as (
        select
            *,
            case
                when {% for object, columns in objects %}not coalesce({{ spark_cdc._has_declared_names(object, columns) }}, true){{ " or " if not loop.last }}{% endfor %}

                    then {{ spark_cdc._by_declared_names("array(" ~ objects | map(attribute=0) | join(", ") ~ ")", all) }}
            end as cdc_named
        from keyed
    ),

    matched as (
        select
            * except ({{ objects | map(attribute=0) | join(", ") }}, cdc_named, cdc_fields, cdc_unmatched),
            {% for object, _ in objects %}
            if(cdc_named is null, {{ object }}, cdc_named[{{ loop.index0 }}].m) as {{ object }},
            {% endfor %}
            if(cdc_named is null, cdc_fields, transform(cdc_fields, f -> named_struct(
                'field', coalesce(get(filter({{ spark_cdc._names_of(all) }}, n -> lower(n) = lower(f.field) and not array_contains(cdc_fields.field, n)), 0), f.field),
                'type', f.type, 'name', f.name, 'parameters', f.parameters
            ))) as cdc_fields,
            case when exists(cdc_named, o -> o.unclear is not null) then concat(
                'columns are named in another case than the contract''s, in more than one way: ', array_join(cdc_named.unclear, ' '),
                '; declare the name in the message as source'
            ) end as cdc_unmatched
        from named
    )

    select
        * except ({{ objects | map(attribute=0) | join(", ") }}, cdc_root, cdc_fields),
        0 as cdc_index,
        case when cdc_operation <> 'delete' then {{ spark_cdc._image_of("cdc_row", all) }} end as cdc_after,
        {% if flat %}
        case when cdc_operation = 'delete' then {{ spark_cdc._image_of("cdc_row", gone) }} end as cdc_before,
        {% else %}
        {{ spark_cdc._image_of("cdc_gone", gone) }} as cdc_before,
        {% endif %}
        {{ spark_cdc._connect_types("cdc_fields") }} as cdc_types,
        {{ spark_cdc._image_of("cdc_key_row", keys) if keys else "cast(null as struct<none: string>)" }} as cdc_message_key,
        {{ spark_cdc._image_of("cdc_old_key_row", keys) if keys else "cast(null as struct<none: string>)" }} as cdc_old_key,
        coalesce(
            get_json_object(cdc_headers, '$[\'__debezium.newkey\']'), get_json_object(cdc_headers, '$[\'__debezium.oldkey\']')
        ) is not null as cdc_key_change,
        concat(cdc_root, '{{ "" if flat else ".before" }}') as cdc_before_path,
        concat(cdc_root, '{{ "" if flat else ".after" }}') as cdc_after_path,
        case when cdc_operation = 'update' then map_keys(cdc_row) end as cdc_present
    from matched
{% endmacro %}
