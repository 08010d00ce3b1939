{#
    The rows that have been removed from a log over landing (_trim_marks), unfolded: cdc_stream, cdc_batch, cdc_topic, cdc_partition
    and, for the rows of one class, class (`trimmed` for changes, `offsets` for a range of offsets that the batch read),
    landing_rows, first_offset, last_offset, first_landed_at and last_landed_at (microseconds).
#}
{% macro _trimmed_counts(relation) %}
    {% set counts = {
        "class": "string", "landing_rows": "bigint", "first_offset": "bigint", "last_offset": "bigint", "first_landed_at": "bigint", "last_landed_at": "bigint",
    } %}
    select
        cdc_stream,
        cdc_batch,
        cdc_topic,
        cdc_partition,
        {% for name in counts %}
        counted.{{ name }}{{ "," if not loop.last }}
        {% endfor %}
    from (
        select
            cdc_stream,
            cdc_batch,
            cdc_topic,
            cdc_partition,
            explode(from_json(cdc_detail, 'array<struct<{% for name, type in counts.items() %}{{ name }} {{ type }}{{ ", " if not loop.last }}{% endfor %}>>')) as counted
        from {{ relation }}
        where cdc_class = 'trimmed'
    ) as marks
{% endmacro %}
