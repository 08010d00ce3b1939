{#
    The counts of a log: the rows of cdc_batches. log: see _logs_of; after: the batch after which rows are counted, or none;
    newest: the last position up to that batch, or none.
    A landing row may be several rows of a typed log, and a later batch may read it again. The last batch counts, and in it the
    worst class. An event of a routed log is one row, which a later batch only reads again if messages wait for metadata, or in a
    replay. Trimmed rows are counted by the marks that the log keeps of them (_trim_marks).
    log.disturbed: whether something else wrote to its state (_uncounted). log.state: the properties of its state, where they
    are known: what the state's runs have not met, no truncate or no late change, is not looked for. If they missed one, the
    change counts as unapplied, and the log is counted from its first row.
#}
{% macro _log_counts(log, after=none, newest=none) %}
    {% set state = log.table.state if log.table else none %}
    {% set key = log.table.contract.key if log.table else [] %}
    {% set since = "cdc_batch > " ~ after if after is not none else "" %}
    {% set where = "where " ~ since if since else "" %}
    {% set noted = log.state if log.state and after is not none else {} %}
    {% set truncates = noted["cdc.truncates"] != "false" %}
    {% set late = not noted["cdc.late_batch"] or noted["cdc.late_batch"] | int > after | int %}
    {% set is_read_once = log.layer == "routed" and not spark_cdc._format(log.stream.format, "message")(log.stream).needs_metadata %}
    {% set dimensions = ["cdc_stream", "cdc_batch", "cdc_topic", "cdc_partition", "cdc_database", "cdc_schema", "cdc_table", "cdc_class", "cdc_reason"] %}
    select
        '{{ log.name }}' as cdc_log,
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
        select
            log.*,
            {% if after is not none and is_read_once %}
            true as cdc_stands,
            {% else %}
            1 = row_number() over (
                partition by log.cdc_topic, log.cdc_partition, log.cdc_offset, log.cdc_copy
                order by log.cdc_batch desc, case log.cdc_class when 'replay' then 0 when 'quarantined' then 2 else 1 end desc, log.cdc_position
            ) as cdc_stands,
            {% endif %}
            {% if not state %}
            false as cdc_is_unapplied
            {% else %}
            log.cdc_class = 'change' and {{ "coalesce(truncates.cdc_position <= log.cdc_position, true) and" if truncates }}
            {{ spark_cdc._is_unapplied(key) }} as cdc_is_unapplied
            {% endif %}
        from (select * from {{ log.relation }} where cdc_class <> 'trimmed' {{ "and " ~ since if since }}) as log
        {% if state %}{{ spark_cdc._with_state(log.table, after, newest, truncates, late) }}{% endif %}
    ) as rows_of_log
    group by {{ dimensions | join(", ") }}
    {% if log.reads_landing %}
    union all
    select
        {{ spark_cdc._count_row(log, {
            "cdc_stream": "cdc_stream", "cdc_batch": "cdc_batch", "cdc_topic": "read.topic", "cdc_partition": "read.partition",
            "cdc_class": "'read'", "cdc_reason": "if(at_least, 'at_least', null)", "cdc_landing_rows": "read.rows",
            "cdc_first_offset": "read.lowest", "cdc_last_offset": "read.highest",
        }) }}
    from (
        select
            cdc_stream,
            cdc_batch,
            get_json_object(cdc_read, '$.snapshots') is null as at_least,
            explode(from_json(
                cdc_read, 'partitions array<struct<topic string, partition int, lowest bigint, highest bigint, rows bigint>>'
            ).partitions) as read
        from (select cdc_stream, cdc_batch, any_value(cdc_read) as cdc_read from {{ log.relation }} {{ where }} group by cdc_stream, cdc_batch) as batches
    ) as reads
    {% endif %}
    {# A new batch has not been trimmed. #}
    {% if log.reads_landing and after is none %}
    union all
    select
        {{ spark_cdc._count_row(log, {
            "cdc_stream": "cdc_stream", "cdc_batch": "cdc_batch", "cdc_topic": "cdc_topic", "cdc_partition": "cdc_partition",
            "cdc_class": "class", "cdc_landing_rows": "landing_rows", "cdc_first_offset": "first_offset", "cdc_last_offset": "last_offset",
            "cdc_first_landed_at": "timestamp_micros(first_landed_at)", "cdc_last_landed_at": "timestamp_micros(last_landed_at)",
        }) }}
    from ({{ spark_cdc._trimmed_counts(log.relation) }}) as trimmed
    {{ "where class <> 'offsets'" if log.stream.offsets != "contiguous" }}
    {% endif %}
    {% if log.reads_landing and log.stream.offsets == "contiguous" %}
    union all
    {{ spark_cdc._offset_ranges(log, where) }}
    {% endif %}
    {% if log.disturbed %}
    union all
    {{ spark_cdc._state_difference(log) }}
    {% endif %}
{% endmacro %}
