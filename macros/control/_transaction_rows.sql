{#
    The rows of cdc_transaction_counts. logs: a list of logs (_logs_of) and, for each log that a run counts, newest, its newest batch,
    and last, the last batch that has been counted; batches: relation of cdc_batches; kept: the relation of the existing rows,
    or none. Of the kept rows, those of logs with `keep` count.

    A transaction lacks messages (cdc_seen_batch) if its count is known, fewer numbers than that have landed, and a batch came after
    the last one with a message of it: messages of one transaction may be in several partitions, and land in several batches.
    If it has the first row of a partition (cdc_is_cut), it may have begun before the log, so that number 1 must have landed.
    A count for a source table that the log did not have by then is ignored, because the table's messages may go elsewhere.
    A complete transaction is kept for one more batch. If only its end is delivered again later, its earlier messages are read
    from the log (returned, earlier). A transaction without a count is removed after the stream's allowed lateness.
#}
{% macro _transaction_rows(logs, batches, kept=none) %}
    {% set counted = logs | rejectattr("uncounted") | list %}
    {% set notes = ["cdc_first_missing", "cdc_last_missing", "cdc_seen_batch", "cdc_closed_batch"] %}
    {% set highest = 999999999999 %}{# a larger number is no count, and sums of such numbers would overflow #}
    {% set of = "cdc_stream, cdc_log, cdc_transaction, cdc_source_table" %}
    {% set message = "cdc_stream, cdc_batch, cdc_topic, cdc_partition, cdc_offset, cdc_landed_at, cdc_transaction, cdc_source_table, cdc_number, cdc_size" %}
    {% set kept_logs = counted | selectattr("keep", "defined") | selectattr("keep") | list if kept else [] %}
    with
    {% for log in counted %}
    rows_{{ loop.index }} as (
        select * from {{ log.relation }}
        where cdc_copy = 1{% if log.newest is defined %} and {{ spark_cdc._in_batches(upto=log.newest) }}{% endif %}

    ),

    messages_{{ loop.index }} as (
        {{ spark_cdc._format(log.stream.format, "transactions")(log.stream, "rows_" ~ loop.index) }}
    ),
    {% endfor %}

    fresh as (
        {% for log in counted %}
        select '{{ log.name }}' as cdc_log, {{ message }}
        from messages_{{ loop.index }}
        where cdc_transaction is not null{% if log.newest is defined %} and {{ spark_cdc._in_batches(log.last) }}{% endif %}

        union all
        {% endfor %}
        select
            '' as cdc_log, '' as cdc_stream, 0L as cdc_batch, '' as cdc_topic, 0 as cdc_partition, 0L as cdc_offset,
            timestamp'1970-01-01' as cdc_landed_at, '' as cdc_transaction, '' as cdc_source_table, 0L as cdc_number, 0L as cdc_size
        where false
    ),

    {# A name that no project has, because the list may be empty. #}
    logs as (
        select * from values
            ('', 0L, 0L, timestamp'1970-01-01'){% for log in logs %},
            (
                '{{ log.name }}', {{ log.newest or 0 }}L, {{ (log.last if log.keep else log.newest) or 0 }}L,
                timestamp_micros({{ log.newest or 0 }}L) - interval '{{ log.stream.lateness }}'
            ){% endfor %}

            as logs(cdc_log, cdc_newest_batch, cdc_remembered_batch, cdc_remembered_since)
    ),

    partitions as (
        select cdc_log, cdc_topic, cdc_partition, min(cdc_first_offset) as cdc_first_offset
        from {{ batches }}
        where
            cdc_class = 'read'
            {% for log in counted if log.keep is defined and not log.keep %}
            and not (cdc_log = '{{ log.name }}' and cdc_batch <= {{ log.last }})
            {% endfor %}
        group by cdc_log, cdc_topic, cdc_partition
    ),

    tables as (
        select cdc_log, concat_ws('.', cdc_schema, cdc_table) as cdc_source_table, min(cdc_first_landed_at) as cdc_first_landed_at
        from {{ batches }}
        where cdc_table is not null and cdc_class in ('change', 'truncate')
        group by cdc_log, cdc_schema, cdc_table
    ),

    {% if kept_logs %}
    {# New transactions that do not begin with their first message: few, and most often none, so that no log is read for them. #}
    returned as (
        select fresh.cdc_log, fresh.cdc_transaction, fresh.cdc_source_table
        from fresh
        left anti join {{ kept }} as kept
            on
                fresh.cdc_log = kept.cdc_log
                and fresh.cdc_transaction = kept.cdc_transaction
                and fresh.cdc_source_table <=> kept.cdc_source_table
        left join tables on fresh.cdc_log = tables.cdc_log and fresh.cdc_source_table = tables.cdc_source_table
        where fresh.cdc_source_table is null or tables.cdc_source_table is not null
        group by fresh.cdc_log, fresh.cdc_transaction, fresh.cdc_source_table
        having coalesce(min(fresh.cdc_number) > 1, true)
    ),

    earlier as (
        {% for log in kept_logs %}
        select '{{ log.name }}' as cdc_log, {{ message }}
        from messages_{{ counted.index(log) + 1 }}
        where cdc_transaction is not null and cdc_batch <= {{ log.last }}
        {{ "union all" if not loop.last }}
        {% endfor %}
    ),
    {% endif %}

    messages as (
        select * from fresh
        {% if kept_logs %}
        union all
        select /*+ broadcast(returned) */ earlier.*
        from earlier
        left semi join returned
            on
                earlier.cdc_log = returned.cdc_log
                and earlier.cdc_transaction = returned.cdc_transaction
                and earlier.cdc_source_table <=> returned.cdc_source_table
        {% endif %}
    ),

    numbers as (
        select
            messages.cdc_stream,
            messages.cdc_log,
            messages.cdc_transaction,
            messages.cdc_source_table,
            if(messages.cdc_number between 1 and {{ highest }}, messages.cdc_number, null) as cdc_lowest,
            cdc_lowest as cdc_highest,
            if(
                messages.cdc_size between 1 and {{ highest }}
                and coalesce(messages.cdc_source_table is null or tables.cdc_first_landed_at <= messages.cdc_landed_at, false),
                messages.cdc_size, null
            ) as cdc_expected,
            messages.cdc_batch as cdc_last_batch,
            coalesce(messages.cdc_offset = partitions.cdc_first_offset, false) as cdc_is_cut,
            {% for name in notes %}cast(null as bigint) as {{ name }}{{ ", " if not loop.last }}{% endfor %}

        from messages
        left join partitions
            on
                messages.cdc_log = partitions.cdc_log
                and messages.cdc_topic <=> partitions.cdc_topic
                and messages.cdc_partition <=> partitions.cdc_partition
        left join tables on messages.cdc_log = tables.cdc_log and messages.cdc_source_table = tables.cdc_source_table
        {% if kept %}
        union all
        select {{ of }}, cdc_range.lowest, cdc_range.highest, cdc_expected, cdc_last_batch, cdc_is_cut, {{ notes | join(", ") }}
        from (select *, explode_outer(cdc_numbers) as cdc_range from {{ kept }}) as kept
        where cdc_log in ({% for log in logs if log.keep %}'{{ log.name }}', {% endfor %}'')
        {% endif %}
    ),

    {# Consecutive numbers become one range. #}
    apart as (
        select
            *,
            cdc_lowest > 1 + max(cdc_highest) over (
                partition by {{ of }} order by cdc_lowest, cdc_highest rows between unbounded preceding and 1 preceding
            ) as cdc_is_apart
        from numbers
        where cdc_lowest is not null or cdc_expected is not null
    ),

    placed as (
        select
            *,
            count_if(coalesce(cdc_is_apart, true)) over (
                partition by {{ of }} order by cdc_lowest, cdc_highest rows between unbounded preceding and current row
            ) as cdc_range
        from apart
    ),

    ranges as (
        select
            {{ of }},
            min(cdc_lowest) as cdc_lowest,
            max(cdc_highest) as cdc_highest,
            max(cdc_expected) as cdc_expected,
            max(cdc_last_batch) as cdc_last_batch,
            bool_or(cdc_is_cut) as cdc_is_cut,
            {% for name in notes %}max({{ name }}) as {{ name }}{{ ", " if not loop.last }}{% endfor %}

        from placed
        group by {{ of }}, cdc_range
    ),

    transactions as (
        select
            {{ of }},
            sort_array(collect_list(if(cdc_lowest is null, null, struct(cdc_lowest as lowest, cdc_highest as highest)))) as cdc_numbers,
            max(cdc_expected) as cdc_expected,
            max(cdc_last_batch) as cdc_last_batch,
            bool_or(cdc_is_cut) as cdc_is_cut,
            {% for name in notes %}max({{ name }}) as {{ name }}{{ ", " if not loop.last }}{% endfor %}

        from ranges
        group by {{ of }}
    ),

    counts as (
        select
            * except ({{ notes | join(", ") }}),
            {% for name in notes %}{{ name }} as {{ name }}_before, {% endfor %}
            aggregate(cdc_numbers, 0L, (n, r) -> n + greatest(0L, least(r.highest, coalesce(cdc_expected, r.highest)) - r.lowest + 1)) as cdc_found,
            coalesce(cdc_found >= cdc_expected, false) as cdc_is_complete,
            cdc_found < cdc_expected and cdc_last_batch < cdc_newest_batch
            and (not cdc_is_cut or get(cdc_numbers, 0).lowest = 1) as cdc_is_missing
        from (
            select transactions.*, logs.cdc_newest_batch, logs.cdc_remembered_batch, logs.cdc_remembered_since
            from transactions
            inner join logs on transactions.cdc_log = logs.cdc_log
        ) as known
    )

    select
        {{ of }},
        cdc_expected,
        cdc_found,
        cdc_numbers,
        cdc_is_cut,
        cdc_last_batch,
        coalesce(cdc_first_missing_before, if(cdc_is_missing, if(get(cdc_numbers, 0).lowest = 1, get(cdc_numbers, 0).highest + 1, 1L), null)) as cdc_first_missing,
        coalesce(cdc_last_missing_before, if(
            cdc_is_missing, if(try_element_at(cdc_numbers, -1).highest >= cdc_expected, try_element_at(cdc_numbers, -1).lowest - 1, cdc_expected), null
        )) as cdc_last_missing,
        coalesce(cdc_seen_batch_before, if(cdc_is_missing, cdc_newest_batch, null)) as cdc_seen_batch,
        coalesce(cdc_closed_batch_before, if(cdc_is_complete and cdc_seen_batch_before is not null, cdc_newest_batch, null)) as cdc_closed_batch
    from counts
    where
        cdc_seen_batch_before is not null
        or cdc_last_batch >= cdc_remembered_batch
        or not cdc_is_complete and timestamp_micros(cdc_last_batch) >= cdc_remembered_since
{% endmacro %}
