{#
    The typed changes of a table: one row for each image of `events` that counts (cdc_image 'before' for a row that is removed,
    'after' for a row that is added), with the contract's columns by name and
    - cdc_absent: columns that are absent from the message; cdc_bad: columns whose value does not fit their type;
    - cdc_imageless: an image that the operation needs is missing;
    - cdc_key_change, cdc_old_key; cdc_carries: absent columns are filled from the old key.
    The format gives the images and the decoding of a value. This macro has everything that all formats share.
    See docs/semantics.md.
#}
{% macro _typed(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set absent = spark_cdc._format(stream.format, "absent") %}
    {% set inexact, unclear_keys = [], [] %}
    {% for c in all if c.data_type.startswith(("string", "decimal", "array", "struct")) %}
        {% do inexact.append(c) %}
        {% if c.key %}{% do unclear_keys.append(c) %}{% endif %}
    {% endfor %}
    {% set decimal_keys = unclear_keys | rejectattr("data_type", "equalto", "string") | list %}
    {# The images of the row, then a key beside them. #}
    {% set places = [
        ["cdc_value", "if(cdc_image = 'before', cdc_before_path, cdc_after_path)"],
        ["cdc_value", "if(cdc_image = 'before', cdc_after_path, cdc_before_path)"],
    ] + ([["cdc_key", "'$'"], ["cdc_key", "'$.payload'"]] if decimal_keys else []) %}
    {% set rare = spark_cdc._unclear_values(stream, contract, inexact, places | map(attribute=0) | unique | list) %}
    {% if decimal_keys %}{% do rare.update({"unclear_old": spark_cdc._unclear_values(stream, contract, decimal_keys, ["cdc_value"]).unclear}) %}{% endif %}
    {% set raw, raw_old, text, text_old, placeholders = {}, {}, {}, {}, {} %}
    {% for c in all %}
        {% set column = ".`" ~ c.source ~ "`" %}
        {% do raw.update({c.source: ("cdc_raw_key" if c.key else "cdc_row") ~ column}) %}
        {% do raw_old.update({c.source: "cdc_raw_old" ~ column}) %}
        {% do text.update({c.source: ("cdc_text_key" if c.key else "cdc_text") ~ column}) %}
        {% do text_old.update({c.source: "cdc_text_old" ~ column}) %}
    {% endfor %}
    {% for c in all if not c.key %}
        {% set is_placeholder = absent(stream, c, raw[c.source]) %}
        {% if is_placeholder != "false" %}{% do placeholders.update({c.name: is_placeholder}) %}{% endif %}
    {% endfor %}
    with named as (
        {{ spark_cdc._named_as_declared(stream, contract, events) }}
    ),

    imaged as (
        {{ spark_cdc._format(stream.format, "images")(stream, contract, "named") }}
    ),

    {#
        An update becomes two rows if it moves the row to another key, or if the table has no key. A part of the key
        that an image lacks is unknown, not changed.
    #}
    split as (
        select
            *,
            explode(case
                when cdc_operation in ('delete', 'update_before') then array('before')
                when cdc_operation = 'update' and cdc_before is not null {% if keys %}and cdc_after is not null and (
                    {% for c in keys %}
                    coalesce(cdc_before.`{{ c.source }}` <> coalesce(cdc_after.`{{ c.source }}`, cdc_message_key.`{{ c.source }}`), false)
                    {{- " or" if not loop.last }}
                    {% endfor %}
                ){% endif %} then array('before', 'after')
                else array('after')
            end) as cdc_image
        from imaged
    ),

    sided as (
        select
            * except (cdc_before, cdc_after, cdc_message_key, cdc_unmatched, cdc_detail, cdc_present),
            case when cdc_operation = 'update' then cdc_present end as cdc_present,
            coalesce(cdc_unmatched, cdc_detail) as cdc_detail,
            coalesce(cdc_class <> 'change', false) as cdc_is_non_row,
            {% if inexact %}
            {% for name, condition in rare.items() %}
            {{ condition or "false" }} as cdc_is_{{ name }},
            {% endfor %}
            {% endif %}
            cdc_image = 'before' and cdc_operation = 'update' as cdc_moved_away,
            {% if keys %}
            if(cdc_image = 'after', cdc_after, null) as cdc_row,
            named_struct(
                {% for c in keys %}
                '{{ c.source }}', coalesce(
                    if(cdc_image = 'after', cdc_after.`{{ c.source }}`, cdc_before.`{{ c.source }}`),
                    {# If the key changed, the message key is the new one. #}
                    if(cdc_image = 'before' and cdc_operation = 'update', null, cdc_message_key.`{{ c.source }}`),
                    if(cdc_image = 'after' and cdc_operation = 'update' and not array_contains(cdc_present, '{{ c.source }}'), cdc_before.`{{ c.source }}`, null)
                ){{ "," if not loop.last }}
                {% endfor %}
            ) as cdc_raw_key,
            {% else %}
            if(cdc_image = 'after', cdc_after, cdc_before) as cdc_row,
            {% endif %}
            {% if keys %}
            coalesce(cdc_old_key, case when cdc_image = 'after' and cdc_operation = 'update' then named_struct(
                {% for c in keys %}'{{ c.source }}', cdc_before.`{{ c.source }}`{{ ", " if not loop.last }}{% endfor %}
            ) end) as cdc_raw_old,
            {% endif %}
            case
                when cdc_unmatched is not null then true
                when cdc_image = 'after' then cdc_after is null
                {% if not keys %}
                {# Without before images, a bag would never lose a row. #}
                or (cdc_operation = 'update' and cdc_before is null and not coalesce(cdc_key_change, false))
                {% endif %}
                else cdc_before is null{{ " and cdc_message_key is null" if keys }}
            end as cdc_imageless
        from split
    ),

    {# The absent columns: placeholders, and columns that an update does not carry. #}
    known as (
        select
            *,
            {% if inexact %}
            case when cdc_is_unclear or cdc_is_reencoded then {{ spark_cdc._resolved_apart(spark_cdc._let(
                "fields", "case when cdc_is_unclear then " ~ spark_cdc._image_fields(places) ~ " end",
                spark_cdc._exact_texts(stream, inexact, raw, "fields")
            )) }} end as cdc_exact,
            {% endif %}
            {% if unclear_keys %}
            case when cdc_raw_old is not null and (cdc_is_unclear or cdc_is_reencoded) then {{ spark_cdc._resolved_apart(spark_cdc._let(
                "fields", "case when cdc_is_unclear_old then " ~ spark_cdc._image_fields([["cdc_value", "cdc_before_path"]]) ~ " end" if decimal_keys
                    else "cast(null as map<string, variant>)",
                spark_cdc._exact_texts(stream, unclear_keys, raw_old, "fields")
            )) }} end as cdc_exact_old,
            {% endif %}
            {% if not placeholders and keys | length in [0, all | length] %}
            cast(array() as array<string>) as cdc_absent
            {% else %}
            {# Spark compiles array_except, but not array_compact. #}
            array_except(case when not cdc_is_non_row{{ " and cdc_image = 'after'" if keys }} then array(
                {% for c in all if not c.key and (keys or c.name in placeholders) %}
                {% set conditions = [] %}
                {% if keys %}{% do conditions.append(raw[c.source] ~ " is null and not array_contains(cdc_present, '" ~ c.source ~ "')") %}{% endif %}
                {% if c.name in placeholders %}{% do conditions.append(placeholders[c.name]) %}{% endif %}
                case when {{ conditions | join(" or ") }} then '{{ c.name }}' end{{ "," if not loop.last }}
                {% endfor %}
            ) else array() end, array(cast(null as string))) as cdc_absent
            {% endif %}
        from sided
    ),

    {% if inexact %}
    exact as (
        select
            *,
            {{ spark_cdc._exact_struct("cdc_row", all, "cdc_exact") }} as cdc_text{{ "," if unclear_keys }}
            {% if unclear_keys %}
            {{ spark_cdc._exact_struct("cdc_raw_key", keys, "cdc_exact") }} as cdc_text_key,
            {{ spark_cdc._exact_struct("cdc_raw_old", keys, "cdc_exact_old") }} as cdc_text_old
            {% endif %}
        from known
    ),
    {% endif %}

    {#
        With a lambda, Spark compiles this query into many small methods. Java does not optimise a single one that reads all columns.
    #}
    decoded as (
        select
            * except (cdc_is_non_row),
            exists(array(cdc_is_non_row), p -> p) as cdc_is_non_row,
            {% for c in all %}
            {% set value = spark_cdc._exact_value(stream, c, raw[c.source], text[c.source], "cdc_exact" if c in inexact else none) %}
            {% if c.name in placeholders %}{% set value = "case when not array_contains(cdc_absent, '" ~ c.name ~ "') then " ~ value ~ " end" %}{% endif %}
            {{ spark_cdc._resolved_apart(value) }} as `{{ c.name }}`{{ "," if keys or not loop.last }}
            {% endfor %}
            {% if keys %}
            cdc_image = 'after' and (
                {% for c in keys %}coalesce({{ raw_old[c.source] }} <> {{ raw[c.source] }}, false){{ " or " if not loop.last }}{% endfor %}

            ) as cdc_moved_here
            {% endif %}
        from {{ "exact" if inexact else "known" }}
    )

    select
        * except (
            {{ "cdc_exact, cdc_text, cdc_is_unclear, cdc_is_reencoded, " if inexact }}{{ "cdc_is_unclear_old, " if decimal_keys }}{{ "cdc_exact_old, cdc_text_key, cdc_text_old, " if unclear_keys }}cdc_row, {{ "cdc_raw_key, " if keys }}cdc_types, cdc_present,
            cdc_index, cdc_is_non_row, cdc_moved_away, cdc_before_path, cdc_after_path,
            cdc_old_key, cdc_key_change, cdc_operation, cdc_position{{ ", cdc_raw_old, cdc_moved_here" if keys }}
            {{- ", cdc_imageless" if not keys }}, cdc_has_long_number, cdc_landed, cdc_key, cdc_value
        ),
        if(cdc_landed is null, cdc_key, cdc_landed.cdc_key) as cdc_key,
        if(cdc_landed is null, cdc_value, cdc_landed.cdc_value) as cdc_value,
        {% if not keys %}
        {# Without a key, a row is identified by all of its values, so none of them may be absent. #}
        cdc_imageless or size(cdc_absent) > 0 as cdc_imageless,
        {% endif %}
        {{ spark_cdc._position_of_change("cdc_position", "cdc_index", "cdc_image") }} as cdc_position,
        if(cdc_moved_away or cdc_operation = 'update_before', 'delete', cdc_operation) as cdc_operation,
        {% if keys %}
        coalesce(cdc_key_change, false) or cdc_moved_away or (cdc_operation = 'update' and cdc_moved_here) as cdc_key_change,
        struct(
            {% for c in keys %}
            {{ spark_cdc._exact_value(stream, c, raw_old[c.source], text_old[c.source], "cdc_exact_old" if c in unclear_keys else none) }} as `{{ c.name }}`{{ ", " if not loop.last }}{% endfor %}
        ) as cdc_old_key,
        cdc_moved_here and size(cdc_absent) > 0 as cdc_carries,
        {% else %}
        false as cdc_key_change,
        cast(null as struct<none: string>) as cdc_old_key,
        false as cdc_carries,
        {% endif %}
        array_except(case when not cdc_is_non_row then array(
            {% for c in all %}
            case when `{{ c.name }}` is null and {{ raw[c.source] }} is not null then '{{ c.name }}' end{{ "," if not loop.last }}
            {% endfor %}
        ) else array() end, array_append(cdc_absent, cast(null as string))) as cdc_bad
    from decoded
{% endmacro %}
