{#
    The landing rows that can be removed from a log over landing, one row each: coordinates, cdc_stream, cdc_batch, cdc_class and
    cdc_landed_at. A landing row is removed whole, with all of its changes in all typed logs of its table, or not at all.
    log: see _retention_logs; rows: for each table the query of its changes with cdc_goes (_trim_rows); cut: see _retention_cut;
    others: whether old rows that are no changes are removed, too.
#}
{% macro _trim_landing_rows(log, rows, cut, others) %}
    {% set coordinates = "cdc_topic, cdc_partition, cdc_offset, cdc_copy" %}
    {% set expected = [] %}
    {% for table in log.tables if table.routed %}{% do expected.append("if(" ~ spark_cdc._is_table_of(table.contract, "log.") ~ ", 1, 0)") %}{% endfor %}
    with going as (
        select {{ coordinates }}, count(distinct cdc_log) as cdc_logs
        from (
            {% for name, query in rows.items() %}
            select '{{ name }}' as cdc_log, * from ({{ query }}) as rows_{{ loop.index }}
            union all
            {% endfor %}
            select '' as cdc_log, {{ coordinates }}, false as cdc_goes from {{ log.relation }} where false
        ) as rows_of_logs
        group by {{ coordinates }}
        having bool_and(cdc_goes)
    )

    select
        log.cdc_topic, log.cdc_partition, log.cdc_offset, log.cdc_copy,
        any_value(log.cdc_stream) as cdc_stream,
        max(log.cdc_batch) as cdc_batch,
        max(log.cdc_class) as cdc_class,
        max(log.cdc_landed_at) as cdc_landed_at
    from {{ log.relation }} as log
    left join going on {{ spark_cdc._same_landing_row("log", "going") }}
    where log.cdc_class <> 'trimmed'
    group by log.cdc_topic, log.cdc_partition, log.cdc_offset, log.cdc_copy
    having bool_and(coalesce(case
        when log.cdc_class = 'change' then going.cdc_logs = {{ expected | join(" + ") or 1 }}
        {% if others %}
        when log.cdc_class in ('heartbeat', 'transaction', 'noop', 'tombstone', 'duplicate') then log.cdc_landed_at < timestamp'{{ cut }}'
        {% endif %}
    end, false))
{% endmacro %}
