{#
    The landing rows that a log reads (batch: see _next_batch), with the same column names for every landing table:
    cdc_topic string, cdc_partition int, cdc_offset bigint, cdc_copy int, cdc_landed_at timestamp, cdc_key string,
    cdc_value string, cdc_headers string. A copy beyond the first of the same coordinates is a duplicate delivery.
    Messages are read (and binary ones decoded) only for new rows, and only rows with copies are sorted.
#}
{% macro _fresh_rows(stream, batch) %}
    {% if not batch.all_new %}{{ return(spark_cdc._fresh_by_coordinates(stream, batch)) }}{% endif %}
    {% if not batch.repeats %}
        {{ return("select " ~ spark_cdc._landing_row(stream) ~ ", 1 as cdc_copy from " ~ batch.rows ~ " as landing") }}
    {% endif %}
    {% set coordinates = spark_cdc._coordinates(stream) | list %}
    {% set same %}{% for name in coordinates %}landed.{{ name }} <=> repeated.{{ name }}{{ " and " if not loop.last }}{% endfor %}{% endset %}
    with landed as (
        select {{ spark_cdc._landing_row(stream) }} from {{ batch.rows }} as landing
    ),

    repeated as (
        select {{ coordinates | join(", ") }}, max(cdc_copy) as cdc_copy
        from (
            select {{ coordinates | join(", ") }}, 0 as cdc_copy from landed
            {% if batch.seen %}
            union all
            select {{ coordinates | join(", ") }}, cdc_copy from {{ this }} where {{ batch.seen }}
            {% endif %}
        ) as deliveries
        group by {{ coordinates | join(", ") }}
        having count(*) > 1
    )

    select landed.*, 1 as cdc_copy
    from landed
    left anti join repeated on {{ same }}
    union all
    select
        landed.*,
        repeated.cdc_copy + cast(row_number() over (
            partition by landed.cdc_topic, landed.cdc_partition, landed.cdc_offset
            order by landed.cdc_landed_at, landed.cdc_key, landed.cdc_value
        ) as int) as cdc_copy
    from landed
    inner join repeated on {{ same }}
{% endmacro %}
