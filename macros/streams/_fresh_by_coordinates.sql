{#
    _fresh_rows by comparison of coordinates: the landing rows whose coordinates have more copies in landing than in `this` log.
#}
{% macro _fresh_by_coordinates(stream, batch) %}
    {% set columns = spark_cdc._landing_row(stream) %}
    {% set same %}
        on {% for name, expression in spark_cdc._coordinates(stream).items() %}{{ expression }} <=> fresh.{{ name }}{{ " and " if not loop.last }}{% endfor %}
        where {{ spark_cdc._landed_since("cast(" ~ stream.landing.timestamp ~ " as timestamp)", batch.earliest) }}
    {% endset %}
    with fresh as (
        {{ spark_cdc._fresh_coordinates(stream, batch.rows, batch.floor) }}
    )

    select
        {{ columns }},
        1 as cdc_copy
    from {{ batch.rows }} as landing
    left semi join (select * from fresh where cdc_copies = 1) as fresh
    {{ same }}
    {% if batch.repeats %}
    union all
    select repeated.*
    from (
        select
            *,
            cast(row_number() over (
                partition by cdc_topic, cdc_partition, cdc_offset order by cdc_landed_at, cdc_key, cdc_value
            ) as int) as cdc_copy
        from (
            select {{ columns }}
            from {{ batch.rows }} as landing
            left semi join (select * from fresh where cdc_copies > 1) as fresh
            {{ same }}
        ) as landed
    ) as repeated
    left anti join (
        select cdc_topic, cdc_partition, cdc_offset, cdc_copy from {{ this }}
        where {{ spark_cdc._landed_since("cdc_landed_at", batch.floor) }}
    ) as seen
        on {{ spark_cdc._same_landing_row("repeated", "seen") }}
    {% endif %}
{% endmacro %}
