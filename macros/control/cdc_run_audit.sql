{#
    Body of a control model: what each run did to each log, one row per log and batch: when, how many rows of which
    class, from and to which position, and how late the latest row landed behind the newest one of earlier batches. cdc_unread
    stands at a log's newest batch: how many landing rows were too old for the allowed lateness when it last looked.
    events: ref(...) of the model of cdc_events().
#}
{% macro cdc_run_audit(events) %}
    {{ config(materialized="view") }}
    {% if not execute %}{{ return("select 1 from " ~ events) }}{% endif %}
    {% set unread = {} %}
    {% if spark_cdc._runs() %}
        {% for table in spark_cdc._watched_tables(events) %}
            {% for log in ([table.routed] + spark_cdc._logs_read_by(table.routed) if table.routed else [table.changes]) %}
                {% set known = spark_cdc._unread_known(log.relation_name) if log.name not in unread else none %}
                {% if known %}{% do unread.update({log.name: known.days.values() | map(attribute=1) | sum}) %}{% endif %}
            {% endfor %}
        {% endfor %}
    {% endif %}
    with batches as (
        select
            cdc_log,
            cdc_stream,
            cdc_batch,
            timestamp_micros(cdc_batch) as cdc_run_at,
            count(*) as cdc_rows,
            count_if(cdc_class = 'change') as cdc_changes,
            count_if(cdc_class = 'truncate') as cdc_truncates,
            count_if(cdc_class = 'duplicate') as cdc_duplicates,
            count_if(cdc_class = 'quarantined') as cdc_quarantined,
            count_if(cdc_class = 'replay') as cdc_replays,
            min(cdc_position) as cdc_first_position,
            max(cdc_position) as cdc_last_position,
            min(cdc_landed_at) as cdc_first_landed_at,
            max(cdc_landed_at) as cdc_last_landed_at
        from {{ events }}
        group by cdc_log, cdc_stream, cdc_batch
    )

    select
        *,
        greatest(0, unix_seconds(
            max(cdc_last_landed_at) over (
                partition by cdc_log order by cdc_batch rows between unbounded preceding and 1 preceding
            )
        ) - unix_seconds(cdc_first_landed_at)) as cdc_lateness,
        case
            when cdc_batch < max(cdc_batch) over (partition by cdc_log) then 0L
            {% for name, rows in unread.items() %}
            when cdc_log = '{{ name }}' then {{ rows }}L
            {% endfor %}
            else 0L
        end as cdc_unread
    from batches
{% endmacro %}
