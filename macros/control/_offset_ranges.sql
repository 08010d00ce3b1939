{#
    The ranges of offsets that each batch of a log over landing has read first, as rows of cdc_batches of class `offsets`: one per
    batch, topic, partition and range without holes, from cdc_first_offset to cdc_last_offset. A landing row counts in the
    first batch that has it, so that ranges of different batches do not overlap. log: see _logs_of; where: see _log_counts.
#}
{% macro _offset_ranges(log, where) %}
    select
        {{ spark_cdc._count_row(log, {
            "cdc_stream": "cdc_stream", "cdc_batch": "cdc_batch", "cdc_topic": "cdc_topic", "cdc_partition": "cdc_partition",
            "cdc_class": "'offsets'", "cdc_first_offset": "min(cdc_offset)", "cdc_last_offset": "max(cdc_offset)",
        }) }}
    from (
        select *, cdc_offset - row_number() over (partition by cdc_batch, cdc_topic, cdc_partition order by cdc_offset) as cdc_range
        from (
            select cdc_stream, cdc_topic, cdc_partition, cdc_offset, min(cdc_batch) as cdc_batch
            from (select * from {{ log.relation }} {{ where }}) as log
            where cdc_copy = 1 and cdc_offset is not null
            group by cdc_stream, cdc_topic, cdc_partition, cdc_offset
        ) as offsets
        {% if not where %}
        {# If rows were trimmed from a batch, its ranges are in the marks. #}
        where not exists (
            select 1 from {{ log.relation }} as marks
            where
                marks.cdc_class = 'trimmed' and marks.cdc_batch = offsets.cdc_batch
                and marks.cdc_topic <=> offsets.cdc_topic and marks.cdc_partition <=> offsets.cdc_partition
        )
        {% endif %}
    ) as ranges
    group by cdc_stream, cdc_batch, cdc_topic, cdc_partition, cdc_range
{% endmacro %}
