{#
    What has been removed from a log over landing (_trim_marks), unfolded: cdc_stream, cdc_batch, cdc_topic, cdc_partition and, of the rows
    of one class, class (`trimmed` of changes, `offsets` of a range of offsets that the batch brought), landing_rows, first_offset,
    last_offset, first_landed_at and last_landed_at (microseconds).
#}
{% macro _trimmed_counts(relation) %}
    select
        cdc_stream, cdc_batch, cdc_topic, cdc_partition,
        inline(from_json(
            cdc_detail,
            'array<struct<class string, landing_rows bigint, first_offset bigint, last_offset bigint, first_landed_at bigint, last_landed_at bigint>>'
        ))
    from {{ relation }}
    where cdc_class = 'trimmed'
{% endmacro %}
