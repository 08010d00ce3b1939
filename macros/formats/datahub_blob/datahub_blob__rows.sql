{#
    The typed reading of a table's events: for each row of `events` the contract's columns by name, and cdc_bad,
    cdc_absent (always empty: images are full), cdc_imageless, cdc_key_change, cdc_image, cdc_old_key, cdc_carries.
    The halves of an update come in messages of their own: the before image takes the row away, the after image brings
    it (as a key change does, so that swaps end right). A message with both images is split when its key changed, or
    when the table has no key. Source: FORMATS.md 0.2 and 2; SEMANTICS.md 2.
#}
{% macro datahub_blob__rows(stream, contract, events) %}
    {% set all = contract.columns %}
    {% set keys = all | selectattr("key") | list %}
    {% set fields = [] %}
    {% for column in all %}{% do fields.append("`" ~ column.source ~ "` " ~ spark_cdc._datahub_raw_type(column)) %}{% endfor %}
    {% set image = "struct<dataColumn struct<" ~ fields | join(", ") ~ ">>" %}
    with parsed as (
        select
            * except (cdc_operation),
            cdc_operation as cdc_event_operation,
            {{ spark_cdc._parse_json("cdc_value", "payload struct<before " ~ image ~ ", after " ~ image ~ ">") }} as cdc_raw_j
        from {{ events }}
    ),

    imaged as (
        select
            * except (cdc_raw_j),
            cdc_raw_j.bad is not null as cdc_misfit,
            cdc_raw_j.m.payload.before.dataColumn as cdc_raw_b,
            cdc_raw_j.m.payload.after.dataColumn as cdc_raw_a
        from parsed
    ),

    split as (
        select
            *,
            explode(case
                when cdc_event_operation in ('delete', 'update_before') then array('before')
                when cdc_event_operation = 'update' and cdc_raw_b is not null
                    {% if keys %}
                    and not ({% for c in keys %}cdc_raw_b.`{{ c.source }}` <=> cdc_raw_a.`{{ c.source }}`{{ " and " if not loop.last }}{% endfor %})
                    {% endif %}
                    then array('before', 'after')
                else array('after')
            end) as cdc_image
        from imaged
    ),

    sided as (
        select *, if(cdc_image = 'before', cdc_raw_b, cdc_raw_a) as cdc_raw
        from split
    )

    select
        * except (cdc_raw, cdc_raw_a, cdc_raw_b, cdc_event_operation, cdc_misfit, cdc_position),
        {# Of a split message, the row that goes sorts ahead of the one that comes. #}
        if(
            cdc_image = 'before' and cdc_event_operation = 'update',
            concat(left(cdc_position, 79), '0', substring(cdc_position, 81)), cdc_position
        ) as cdc_position,
        case
            when cdc_class <> 'change' then cdc_event_operation
            when cdc_image = 'before' then 'delete'
            else cdc_event_operation
        end as cdc_operation,
        {% for c in all %}{{ spark_cdc._datahub_value(stream, c, "cdc_raw.`" ~ c.source ~ "`") }} as `{{ c.name }}`,
        {% endfor %}
        cast(array() as array<string>) as cdc_absent,
        cdc_class = 'change' and cdc_raw is null as cdc_imageless,
        {{ spark_cdc._misfits(contract, "cdc_raw", "cdc_misfit", "concat('$.payload.', cdc_image, '.dataColumn')") }} as cdc_bad,
        cdc_event_operation in ('update', 'update_before') as cdc_key_change,
        cast(null as struct<none: string>) as cdc_old_key,
        false as cdc_carries
    from sided
{% endmacro %}
