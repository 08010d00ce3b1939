{#
    The coordinates with more copies in landing (cdc_copies) than in `this` log, with the number of new copies (cdc_new) and the
    time at which the first of them landed (cdc_landed_at). Reads four columns, and no message.
    floor: the lowest landing time to read.
#}
{% macro _fresh_coordinates(stream, relation, floor) %}
    {% set coordinates = spark_cdc._coordinates(stream) %}
    {% set landed_at = "cast(" ~ stream.landing.timestamp ~ " as timestamp)" %}
    select landed.*, landed.cdc_copies - coalesce(seen.cdc_copies, 0) as cdc_new
    from (
        select
            {% for name, expression in coordinates.items() %}
            {{ expression }} as {{ name }},
            {% endfor %}
            count(*) as cdc_copies,
            min({{ landed_at }}) as cdc_landed_at
        from {{ relation }} as landing
        where {{ spark_cdc._landed_since(landed_at, floor) }}
        group by {{ coordinates.values() | join(", ") }}
    ) as landed
    left join (
        select cdc_topic, cdc_partition, cdc_offset, max(cdc_copy) as cdc_copies
        from {{ this }}
        where {{ spark_cdc._landed_since("cdc_landed_at", floor) }}
        group by cdc_topic, cdc_partition, cdc_offset
    ) as seen
        on
            {% for name in coordinates %}
            landed.{{ name }} <=> seen.{{ name }}{{ " and" if not loop.last }}
            {% endfor %}
    where landed.cdc_copies > coalesce(seen.cdc_copies, 0)
{% endmacro %}
