{#
    Body of a control model: the batches that runs added to logs, one row per log and batch: when, how many rows of each
    class, the first and last position, and how late the latest row landed behind the newest one of earlier batches. At a log's
    newest batch, cdc_unread is the number of landing rows that were too old for the allowed lateness at the last run.
    events, batches: ref(...) of the models of cdc_events() and cdc_batches().
#}
{% macro cdc_run_audit(events, batches) %}
    {{ config(materialized="cdc_view") }}
    {% if not execute %}{{ return("select 1 from " ~ events ~ ", " ~ batches) }}{% endif %}
    {% set unread = {} %}
    {% for log in spark_cdc._logs_of(spark_cdc._watched_tables(events)).values() if spark_cdc._runs() and log.reads_landing %}
        {% set known = spark_cdc._unread_known(log.relation) %}
        {% if known %}{% do unread.update({log.name: known.days.values() | map(attribute=1) | sum}) %}{% endif %}
    {% endfor %}
    with batches as (
        select
            cdc_log,
            cdc_stream,
            cdc_batch,
            timestamp_micros(cdc_batch) as cdc_run_at,
            sum(case when cdc_class = 'read' then cdc_landing_rows end) as cdc_read,
            sum(cdc_rows) as cdc_rows,
            {% for name, class in {"changes": "change", "truncates": "truncate", "duplicates": "duplicate", "quarantined": "quarantined", "replays": "replay"}.items() %}
            sum(if(cdc_class = '{{ class }}', cdc_rows, 0)) as cdc_{{ name }},
            {% endfor %}
            min(cdc_first_position) as cdc_first_position,
            max(cdc_last_position) as cdc_last_position,
            min(cdc_first_landed_at) as cdc_first_landed_at,
            max(cdc_last_landed_at) as cdc_last_landed_at
        from {{ batches }}
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
