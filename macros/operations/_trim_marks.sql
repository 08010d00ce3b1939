{#
    The marks that a log keeps of removed landing rows: one row of class `trimmed` for each batch, topic and partition. Its
    cdc_detail counts them (_trimmed_counts) as cdc_batches would, together with the rows that were removed before, and has the
    offsets that the batch read. log: see _retention_logs; going: a relation of _trim_landing_rows.
#}
{% macro _trim_marks(log, going) %}
    {% set partition = "cdc_batch, cdc_topic, cdc_partition" %}
    {% set counts = ["class", "landing_rows", "first_offset", "last_offset", "first_landed_at", "last_landed_at"] %}
    select
        any_value(counts.cdc_stream) as cdc_stream,
        {% for name in partition.split(", ") %}counts.{{ name }}, {% endfor %}
        max(timestamp_micros(last_landed_at)) as cdc_landed_at,
        to_json(sort_array(collect_list(struct({{ counts | join(", ") }})))) as cdc_detail
    from (
        select
            any_value(cdc_stream) as cdc_stream, {{ partition }}, if(cdc_class = 'change', 'trimmed', cdc_class) as class, count(*) as landing_rows,
            min(cdc_offset) as first_offset, max(cdc_offset) as last_offset,
            unix_micros(min(cdc_landed_at)) as first_landed_at, unix_micros(max(cdc_landed_at)) as last_landed_at
        from {{ going }}
        group by {{ partition }}, cdc_class
        union all
        select cdc_stream, {{ partition }}, {{ counts | join(", ") }} from ({{ spark_cdc._trimmed_counts(log.relation) }}) as trimmed
        union all
        select cdc_stream, {{ partition }}, 'offsets', 0, first_offset, last_offset, null, null
        from ({{ spark_cdc._offset_ranges([{"name": log.node.name, "relation": log.relation}]) }}) as offsets
    ) as counts
    left semi join {{ going }} as going
        on counts.cdc_batch = going.cdc_batch and counts.cdc_topic <=> going.cdc_topic and counts.cdc_partition <=> going.cdc_partition
    group by counts.cdc_batch, counts.cdc_topic, counts.cdc_partition
{% endmacro %}
