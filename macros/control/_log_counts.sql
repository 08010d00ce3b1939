{#
    The counts of logs: the rows of cdc_batches. logs: a list of logs (_logs_of); since: {log: [last batch, highest position up to it]} of
    those of which only later batches are counted; few: whether these have few rows (_union_all).
    All logs share one window and three aggregates, so that a log costs what its own scans and the join with its state cost to plan.
    A landing row may be several rows of a typed log, and a later batch may read it again. The last batch counts, and in it the
    worst class. An event of a routed log is one row, which a later batch only reads again if messages wait for metadata, or in a
    replay, after which the log is counted again (_check_counts): its new rows go past the window, but where they are few, which
    stay in one task. Trimmed rows are counted by the marks that a log keeps of them (_trim_marks).
    log.disturbed: whether something else wrote to its state (_uncounted).
#}
{% macro _log_counts(logs, since={}, few=false) %}
    {% set dimensions = ["cdc_stream", "cdc_batch", "cdc_topic", "cdc_partition", "cdc_database", "cdc_schema", "cdc_table", "cdc_class", "cdc_reason"] %}
    {% set landed = logs | selectattr("reads_landing") | list %}
    {# A new batch has not been trimmed. #}
    {% set trimmed = landed | rejectattr("name", "in", since) | list %}
    {% set rows, rows_of_events, reads = [], [], [] %}
    {% for log in logs %}
        {% set is_read_once = log.layer == "routed" and log.name in since and not spark_cdc._needs_metadata(log.stream) %}
        {% set query = spark_cdc._rows_to_count(log, dimensions, *since.get(log.name, [none, none])) %}
        {% do (rows_of_events if is_read_once and not few else rows).append(query) %}
    {% endfor %}
    {% for log in landed %}
        {% set later = "where " ~ spark_cdc._in_batches(since.get(log.name, [none])[0]) %}
        {% do reads.append("select '" ~ log.name ~ "' as cdc_log, cdc_stream, cdc_batch, cdc_read from " ~ log.relation ~ " " ~ later) %}
    {% endfor %}
    {% set ranged = landed | selectattr("stream.offsets", "equalto", "contiguous") | list %}
    select
        cdc_log,
        {{ dimensions | join(", ") }},
        count(*) as cdc_rows,
        count_if(cdc_stands) as cdc_landing_rows,
        count_if(cdc_is_unapplied) as cdc_unapplied,
        min(cdc_offset) as cdc_first_offset,
        max(cdc_offset) as cdc_last_offset,
        min(cdc_position) as cdc_first_position,
        max(cdc_position) as cdc_last_position,
        min(cdc_landed_at) as cdc_first_landed_at,
        max(cdc_landed_at) as cdc_last_landed_at,
        max(case when cdc_event_at is not null then struct(cdc_event_at as event_at, cdc_landed_at as landed_at) end) as cdc_last_event
    from (
        {% if rows %}
        select
            *,
            {# Spark sorts by these in this order, and numbers first are quicker to compare. #}
            1 = row_number() over (
                partition by cdc_offset, cdc_copy, cdc_partition, cdc_topic, cdc_log
                order by cdc_batch desc, case cdc_class when 'replay' then 0 when 'quarantined' then 2 else 1 end desc, cdc_position
            ) as cdc_stands
        from ({{ spark_cdc._union_all(rows, few) }}) as rows_of_logs
        {% endif %}
        {{ "union all" if rows and rows_of_events }}
        {% if rows_of_events %}
        select *, true as cdc_stands from ({{ spark_cdc._union_all(rows_of_events) }}) as rows_of_routed_logs
        {% endif %}
    ) as ordered
    group by cdc_log, {{ dimensions | join(", ") }}
    {% if landed %}
    union all
    select
        {{ spark_cdc._count_row({
            "cdc_topic": "read.topic", "cdc_partition": "read.partition", "cdc_class": "'read'", "cdc_reason": "if(at_least, 'at_least', null)",
            "cdc_landing_rows": "read.rows", "cdc_first_offset": "read.lowest", "cdc_last_offset": "read.highest",
        }) }}
    from (
        select
            cdc_log,
            cdc_stream,
            cdc_batch,
            get_json_object(cdc_read, '$.snapshots') is null as at_least,
            explode(from_json(
                cdc_read, 'partitions array<struct<topic string, partition int, lowest bigint, highest bigint, rows bigint>>'
            ).partitions) as read
        from (
            select cdc_log, cdc_stream, cdc_batch, any_value(cdc_read) as cdc_read
            from ({{ spark_cdc._union_all(reads, few) }}) as rows_of_logs
            group by cdc_log, cdc_stream, cdc_batch
        ) as batches
    ) as reads
    {% endif %}
    {% for log in trimmed %}
    union all
    select
        {{ spark_cdc._count_row({
            "cdc_log": "'" ~ log.name ~ "'", "cdc_topic": "cdc_topic", "cdc_partition": "cdc_partition",
            "cdc_class": "class", "cdc_landing_rows": "landing_rows", "cdc_first_offset": "first_offset", "cdc_last_offset": "last_offset",
            "cdc_first_landed_at": "timestamp_micros(first_landed_at)", "cdc_last_landed_at": "timestamp_micros(last_landed_at)",
        }) }}
    from ({{ spark_cdc._trimmed_counts(log.relation) }}) as trimmed
    {{ "where class <> 'offsets'" if log not in ranged }}
    {% endfor %}
    {% if ranged %}
    union all
    select
        {{ spark_cdc._count_row({
            "cdc_topic": "cdc_topic", "cdc_partition": "cdc_partition", "cdc_class": "'offsets'",
            "cdc_first_offset": "first_offset", "cdc_last_offset": "last_offset",
        }) }}
    from ({{ spark_cdc._offset_ranges(ranged, since, few) }}) as ranges
    {% endif %}
    {% for log in logs if log.disturbed %}
    union all
    {{ spark_cdc._state_difference(log) }}
    {% endfor %}
{% endmacro %}
