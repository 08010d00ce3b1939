{#
    The typed changes of a table: each row of `events` once for each image that counts (cdc_image 'before': the row that
    goes, 'after': the row that comes), with the contract's columns by name and cdc_absent (columns that the message
    says nothing about), cdc_bad (columns whose value their type cannot hold), cdc_imageless (an image that the
    operation needs is missing), cdc_key_change, cdc_old_key and cdc_carries (absent columns live on at the old key).
    The format gives the images and the decoding of a value, and this macro all that is the same for every format.
    See docs/semantics.md.
#}
{% macro _typed(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set value = spark_cdc._format(stream.format, "value") %}
    {% set absent = spark_cdc._format(stream.format, "absent") %}
    {% set strings = all | selectattr("data_type", "equalto", "string") | list %}
    {% set string_keys = keys | selectattr("data_type", "equalto", "string") | list if spark_cdc._format(stream.format, "message")(stream).text else [] %}
    {% set raw, raw_old, placeholders = {}, {}, {} %}
    {% for c in all %}
        {% do raw.update({c.source: ("cdc_raw_key.`" if c in keys else "cdc_row.`") ~ c.source ~ "`"}) %}
        {% do raw_old.update({c.source: "cdc_raw_old.`" ~ c.source ~ "`"}) %}
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
        An update that moves the row to another key, and any update of a table without key, is two rows. A part of the key
        that an image lacks is unknown, not changed; one that does not fit its type may be either.
    #}
    split as (
        select
            *,
            explode(case
                when cdc_operation in ('delete', 'update_before') then array('before')
                when cdc_operation = 'update' and cdc_before is not null {% if keys %}and cdc_after is not null and (
                    {% for c in keys %}
                    coalesce(cdc_before.`{{ c.source }}` <> coalesce(cdc_after.`{{ c.source }}`, cdc_message_key.`{{ c.source }}`), cdc_misfit and cdc_before.`{{ c.source }}` is null)
                    {{- " or" if not loop.last }}
                    {% endfor %}
                ){% endif %} then array('before', 'after')
                else array('after')
            end) as cdc_image
        from imaged
    ),

    sided as (
        select
            * except (cdc_before, cdc_after, cdc_message_key, cdc_before_path, cdc_after_path, cdc_unmatched, cdc_detail, cdc_present),
            case when cdc_operation = 'update' then cdc_present end as cdc_present,
            coalesce(cdc_unmatched, cdc_detail) as cdc_detail,
            coalesce(cdc_class <> 'change', false) as cdc_plain,
            {% if strings %}{{ spark_cdc._image_fields(stream, strings) }} as cdc_fields,{% endif %}
            cdc_image = 'before' and cdc_operation = 'update' as cdc_moved_away,
            if(cdc_image = 'before', cdc_before_path, cdc_after_path) as cdc_path,
            {% if keys %}
            if(cdc_image = 'after', cdc_after, null) as cdc_row,
            named_struct(
                {% for c in keys %}
                '{{ c.source }}', coalesce(
                    if(cdc_image = 'after', cdc_after.`{{ c.source }}`, cdc_before.`{{ c.source }}`),
                    {# The message key of a row that moved is its new one. #}
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
                {# Without the row that goes, a bag would only grow. #}
                or (cdc_operation = 'update' and cdc_before is null and not coalesce(cdc_key_change, false))
                {% endif %}
                else cdc_before is null{{ " and cdc_message_key is null" if keys }}
            end as cdc_imageless
        from split
    ),

    {# What the message says nothing about: placeholders, and what an update leaves out. #}
    known as (
        select
            *,
            {% if string_keys %}case when cdc_types is not null then {{ spark_cdc._exact_texts(stream, string_keys, raw_old) }} end as cdc_exact_old,{% endif %}
            {{ "case when cdc_fields is not null then " ~ spark_cdc._exact_texts(stream, strings, raw, "cdc_fields") ~ " end" if strings else "cast(null as map<string, string>)" }} as cdc_exact,
            case when cdc_misfit then {{ spark_cdc._image_texts("cdc_path") }} end as cdc_texts,
            {% if not placeholders and keys | length in [0, all | length] %}
            cast(array() as array<string>) as cdc_absent
            {% else %}
            {# Spark compiles array_except, and not array_compact. #}
            array_except(case when not cdc_plain{{ " and cdc_image = 'after'" if keys }} then array(
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

    decoded as (
        select
            *,
            {% for c in all %}
            {% set decoded = value(stream, c, raw[c.source]) %}
            {% if c in strings %}{% set decoded = spark_cdc._exact_or("cdc_exact", c, decoded) %}{% endif %}
            {% if c.name in placeholders %}{% set decoded = "case when not array_contains(cdc_absent, '" ~ c.name ~ "') then " ~ decoded ~ " end" %}{% endif %}
            {{ decoded }} as `{{ c.name }}`{{ "," if keys or not loop.last }}
            {% endfor %}
            {% if keys %}
            cdc_image = 'after' and (
                {% for c in keys %}coalesce({{ raw_old[c.source] }} <> {{ raw[c.source] }}, false){{ " or " if not loop.last }}{% endfor %}

            ) as cdc_moved_here
            {% endif %}
        from known
    )

    select
        * except (
            cdc_exact, {{ "cdc_fields, " if strings }}{{ "cdc_exact_old, " if string_keys }}cdc_row, {{ "cdc_raw_key, " if keys }}cdc_types, cdc_present, cdc_misfit, cdc_texts, cdc_index, cdc_plain, cdc_moved_away, cdc_path,
            cdc_old_key, cdc_key_change, cdc_operation, cdc_position{{ ", cdc_raw_old, cdc_moved_here" if keys }}
            {{- ", cdc_imageless" if not keys }}, cdc_landed, cdc_key, cdc_value
        ),
        if(cdc_landed is null, cdc_key, cdc_landed.cdc_key) as cdc_key,
        if(cdc_landed is null, cdc_value, cdc_landed.cdc_value) as cdc_value,
        {% if not keys %}
        {# Such a row is known by all of its values, so that none of them may be left out. #}
        cdc_imageless or size(cdc_absent) > 0 as cdc_imageless,
        {% endif %}
        {{ spark_cdc._position_of_change("cdc_position", "cdc_index", "cdc_image") }} as cdc_position,
        if(cdc_moved_away or cdc_operation = 'update_before', 'delete', cdc_operation) as cdc_operation,
        {% if keys %}
        coalesce(cdc_key_change, false) or cdc_moved_away or (cdc_operation = 'update' and cdc_moved_here) as cdc_key_change,
        struct(
            {% for c in keys %}
            {% set decoded = value(stream, c, raw_old[c.source]) %}
            {{ spark_cdc._exact_or("cdc_exact_old", c, decoded) if c in string_keys else decoded }} as `{{ c.name }}`{{ ", " if not loop.last }}{% endfor %}
        ) as cdc_old_key,
        cdc_moved_here and size(cdc_absent) > 0 as cdc_carries,
        {% else %}
        false as cdc_key_change,
        cast(null as struct<none: string>) as cdc_old_key,
        false as cdc_carries,
        {% endif %}
        array_except(case when not cdc_plain then array(
            {% for c in all %}
            case
                {# Of the row that goes, only the key is read. #}
                when `{{ c.name }}` is null and ({{ raw[c.source] }} is not null or {{ "cdc_image = 'after' and " if keys and not c.key }}try_element_at(cdc_texts, '{{ c.source }}') is not null) then '{{ c.name }}'
                {% if c.data_type.startswith(("array", "struct")) %}
                {# What does not fit inside of it is null in it. #}
                {% set parts = "from_json(get_json_object(cdc_value, cdc_path), '`" ~ c.source ~ "` " ~ c.data_type ~ ", bad string', map('columnNameOfCorruptRecord', 'bad'))" %}
                when cdc_misfit and {{ raw[c.source] }} is not null and {{ spark_cdc._let("parts", parts, "parts.bad is not null") }} then '{{ c.name }}'
                {% endif %}
            end{{ "," if not loop.last }}
            {% endfor %}
        ) else array() end, array_append(cdc_absent, cast(null as string))) as cdc_bad
    from decoded
{% endmacro %}
