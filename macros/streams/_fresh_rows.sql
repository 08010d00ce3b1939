{#
    The landing rows that `this` log has not seen, under one set of names whatever the landing table calls its columns:
    cdc_topic string, cdc_partition int, cdc_offset bigint, cdc_copy int, cdc_landed_at timestamp, cdc_key string,
    cdc_value string, cdc_headers string. New is what has new coordinates: topic, partition, offset, and which copy of
    them; a copy beyond the first is a duplicate delivery. Messages are read (and binary ones decoded) for new
    coordinates alone, and only those with copies are sorted.
    batch: see _next_batch.
#}
{% macro _fresh_rows(stream, relation, batch) %}
    {% set first_run = batch.floor is none %}
    {% set coordinates = spark_cdc._coordinates(stream) %}
    {% set columns %}
            {% for name, expression in coordinates.items() %}
            {{ expression }} as {{ name }},
            {% endfor %}
            cast({{ stream.landing.timestamp }} as timestamp) as cdc_landed_at,
            cast({{ stream.landing.key }} as string) as cdc_key,
            cast({{ stream.landing.value }} as string) as cdc_value,
            cast({{ stream.landing.headers }} as string) as cdc_headers
    {% endset %}
    {% set same %}
        on {% for name, expression in coordinates.items() %}{{ expression }} <=> fresh.{{ name }}{{ " and " if not loop.last }}{% endfor %}
        {{ "where " ~ spark_cdc._landed_since("cast(" ~ stream.landing.timestamp ~ " as timestamp)", batch.earliest) if not first_run }}
    {% endset %}
    with fresh as (
        {{ spark_cdc._fresh_coordinates(stream, relation, batch.floor) }}
    )

    select
        {{ columns }},
        1 as cdc_copy
    from {{ relation }} as landing
    {{ "left anti join (select * from fresh where cdc_copies > 1)" if first_run else "left semi join (select * from fresh where cdc_copies = 1)" }} as fresh
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
            from {{ relation }} as landing
            left semi join (select * from fresh where cdc_copies > 1) as fresh
            {{ same }}
        ) as landed
    ) as repeated
    {% if not first_run %}
    left anti join (
        select cdc_topic, cdc_partition, cdc_offset, cdc_copy from {{ this }}
        where {{ spark_cdc._landed_since("cdc_landed_at", batch.floor) }}
    ) as seen
        on {{ spark_cdc._same_landing_row("repeated", "seen") }}
    {% endif %}
    {% endif %}
{% endmacro %}
