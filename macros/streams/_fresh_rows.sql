{#
    The landing rows that `this` log has not seen, under one set of names whatever the landing table calls its columns:
    cdc_topic string, cdc_partition int, cdc_offset bigint, cdc_copy int, cdc_landed_at timestamp, cdc_key string,
    cdc_value string, cdc_headers string. New is what has new coordinates: topic, partition, offset, and which copy of
    them; a copy beyond the first is a duplicate delivery. Only rows inside the lateness are looked at.
#}
{% macro _fresh_rows(stream, relation, floor) %}
    {% set landing = stream.landing %}
    with landed as (
        select
            cast({{ landing.topic }} as string) as cdc_topic,
            cast({{ landing.partition }} as int) as cdc_partition,
            cast({{ landing.offset }} as bigint) as cdc_offset,
            cast({{ landing.timestamp }} as timestamp) as cdc_landed_at,
            cast({{ landing.key }} as string) as cdc_key,
            cast({{ landing.value }} as string) as cdc_value,
            cast({{ landing.headers }} as string) as cdc_headers
        from {{ relation }} as landing
        {% if floor is not none %}where cast({{ landing.timestamp }} as timestamp) >= timestamp'{{ floor }}'{% endif %}
    ),

    copies as (
        select
            *,
            cast(row_number() over (
                partition by cdc_topic, cdc_partition, cdc_offset order by cdc_landed_at, cdc_key, cdc_value
            ) as int) as cdc_copy
        from landed
    )

    select copies.*
    from copies
    {% if floor is not none %}
    left anti join (
        select cdc_topic, cdc_partition, cdc_offset, cdc_copy from {{ this }}
        where cdc_landed_at >= timestamp'{{ floor }}'
    ) as seen
        on {{ spark_cdc._same_landing_row("copies", "seen") }}
    {% endif %}
{% endmacro %}
