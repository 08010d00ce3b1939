{#
    The ranges of offsets that each batch of logs over landing has read first: cdc_log, cdc_stream, cdc_batch, cdc_topic,
    cdc_partition, first_offset and last_offset, one row per batch, topic, partition and range without holes. A landing row counts in
    the first batch that has it, so that ranges of different batches do not overlap. If rows were trimmed from a batch, its ranges are
    in the marks. logs: a list of {name, relation}; since, few: see _log_counts.
#}
{% macro _offset_ranges(logs, since={}, few=false) %}
    {% set whole = logs | rejectattr("name", "in", since) | list %}
    {% set rows, marks = [], [] %}
    {% for log in logs %}
        {% set later = "where " ~ spark_cdc._in_batches(since.get(log.name, [none])[0]) %}
        {% do rows.append("select '" ~ log.name ~ "' as cdc_log, cdc_stream, cdc_topic, cdc_partition, cdc_offset, cdc_copy, cdc_batch from " ~ log.relation ~ " " ~ later) %}
    {% endfor %}
    {% for log in whole %}
        {% do marks.append("select '" ~ log.name ~ "' as cdc_log, cdc_batch, cdc_topic, cdc_partition from " ~ log.relation ~ " where cdc_class = 'trimmed'") %}
    {% endfor %}
    select cdc_log, cdc_stream, cdc_batch, cdc_topic, cdc_partition, min(cdc_offset) as first_offset, max(cdc_offset) as last_offset
    from (
        select *, cdc_offset - row_number() over (partition by cdc_log, cdc_batch, cdc_topic, cdc_partition order by cdc_offset) as cdc_range
        from (
            select cdc_log, cdc_stream, cdc_topic, cdc_partition, cdc_offset, min(cdc_batch) as cdc_batch
            from ({{ spark_cdc._union_all(rows, few) }}) as rows_of_logs
            where cdc_copy = 1 and cdc_offset is not null
            group by cdc_log, cdc_stream, cdc_topic, cdc_partition, cdc_offset
        ) as offsets
        {% if whole %}
        where not exists (
            select 1
            from ({{ spark_cdc._union_all(marks) }}) as marks
            where
                marks.cdc_log = offsets.cdc_log and marks.cdc_batch = offsets.cdc_batch
                and marks.cdc_topic <=> offsets.cdc_topic and marks.cdc_partition <=> offsets.cdc_partition
        )
        {% endif %}
    ) as ranges
    group by cdc_log, cdc_stream, cdc_batch, cdc_topic, cdc_partition, cdc_range
{% endmacro %}
