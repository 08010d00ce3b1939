{#
    The landing rows that landed before `floor` and are not in `this` log, by day: `day`, `rows`. Reads the days of
    `changed` and the rows that landed since the floor of `known`, or everything if there is no `known`. See _note_unread.
#}
{% macro _unread_days(stream, relation, floor, known, changed) %}
    {% set coordinates = spark_cdc._coordinates(stream) %}
    {% set landed_at = "cast(" ~ stream.landing.timestamp ~ " as timestamp)" %}
    {% set looked_at = "cdc_landed_at < timestamp'" ~ floor ~ "'" %}
    {% if known %}
        {% set looked_at = looked_at ~ " and (cdc_landed_at >= timestamp'" ~ known.floor ~ "'"
            ~ (" or unix_seconds(cdc_landed_at) div 86400 in (" ~ changed | join(", ") ~ ")" if changed else "") ~ ")" %}
    {% endif %}
    with landed as (
        select {{ coordinates | list | join(", ") }}, unix_seconds(cdc_landed_at) div 86400 as cdc_day, count(*) as cdc_copies
        from (
            select {% for name, expression in coordinates.items() %}{{ expression }} as {{ name }}, {% endfor %}{{ landed_at }} as cdc_landed_at
            from {{ relation }} as landing
        ) as landing
        where {{ looked_at }}
        group by {{ coordinates | list | join(", ") }}, cdc_day
    ),

    {# A message of many rows, or a replayed one, is in the log more than once. #}
    seen as (
        select {{ coordinates | list | join(", ") }}, unix_seconds(cdc_landed_at) div 86400 as cdc_day, count(distinct cdc_copy) as cdc_copies
        from {{ this }}
        where {{ looked_at }}
        group by {{ coordinates | list | join(", ") }}, cdc_day
    )

    select landed.cdc_day, sum(landed.cdc_copies - coalesce(seen.cdc_copies, 0))
    from landed
    left join seen
        on {% for name in coordinates %}landed.{{ name }} <=> seen.{{ name }} and {% endfor %}landed.cdc_day = seen.cdc_day
    where landed.cdc_copies > coalesce(seen.cdc_copies, 0)
    group by landed.cdc_day
{% endmacro %}
