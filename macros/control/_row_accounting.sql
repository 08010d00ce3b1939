{#
    Row accounting (cdc_accounting) of logs (dict, _logs_of). counts: relation of cdc_batches. The outcome of a change
    in a routed log comes from the typed log of its table; if there are several, from the first. `unread` are changes that a typed
    log lacks, and landing rows that are older than the allowed lateness; `unrouted`, less than zero, are changes that a typed log
    has and the routed log lacks.
#}
{% macro _row_accounting(logs, counts) %}
    {% set older, rows = {}, [] %}
    {% for log in logs.values() %}
        {% set unread = spark_cdc._unread_known(log.relation) if log.reads_landing and (spark_cdc._runs() or spark_cdc._tests()) else none %}
        {% do older.update({log.stream.name: older.get(log.stream.name, 0) + (unread.days.values() | map(attribute=1) | sum if unread else 0)}) %}
    {% endfor %}
    {% for stream, count in older.items() %}
        {% do rows.append("('" ~ stream ~ "', cast(null as string), " ~ ("'unread'" if count else "cast(null as string)") ~ ", cast(null as string), "
            ~ count ~ "L, false, " ~ count ~ "L, " ~ count ~ "L, false)") %}
    {% endfor %}
    {# In a view, Spark does not find a window that a WINDOW clause names. #}
    {% set of_stream = "over (partition by cdc_stream)" %}
    {% set has_outcome = "cdc_class <> 'read' and cdc_landing_rows > 0 and if(cdc_is_routed, size(cdc_typed_logs) = 0, coalesce(get(cdc_typed_logs, 0), cdc_log) = cdc_log)" %}
    with entries as (
        {# Of each row of the counts: its outcome and what it has of landing; then its part of the balance of each typed log. #}
        select cdc_stream, entry.*
        from (
            select
                cdc_stream,
                explode(concat(
                    array(struct(
                        cast(null as string) as cdc_balance,
                        case when {{ has_outcome }} then if(cdc_is_routed, 'quarantined', cdc_class) end as cdc_outcome,
                        case when {{ has_outcome }} then if(cdc_is_routed, 'missing_table', cdc_reason) end as cdc_reason,
                        if({{ has_outcome }}, cdc_landing_rows, 0L) as cdc_rows,
                        false as cdc_is_due,
                        if(cdc_class = 'read', cdc_landing_rows, 0L) as cdc_read,
                        if(cdc_class <> 'read' and not cdc_is_typed, cdc_landing_rows, 0L) as cdc_logged,
                        coalesce(cdc_reason = 'at_least', false) as cdc_at_least
                    )),
                    transform(
                        case when cdc_is_routed then cdc_typed_logs when cdc_is_typed then array(cdc_log) else cast(array() as array<string>) end,
                        log -> struct(
                            log as cdc_balance, cast(null as string) as cdc_outcome, cast(null as string) as cdc_reason,
                            if(cdc_is_routed, cdc_landing_rows, -cdc_landing_rows) as cdc_rows, cdc_is_routed as cdc_is_due, 0L as cdc_read, 0L as cdc_logged, false as cdc_at_least
                        )
                    )
                )) as entry
            from ({{ spark_cdc._counts_by_table(logs, counts) }}) as counts
            where cdc_stream in ('{{ older | join("', '") }}')
        ) as exploded
        union all
        {# Each stream has a row, also without counts. #}
        select * from values {{ rows | join(", ") }}
    ),

    added as (
        select
            cdc_stream,
            case
                when cdc_balance is null then cdc_outcome
                when max(cdc_is_due) and sum(cdc_rows) <> 0 then if(sum(cdc_rows) > 0, 'unread', 'unrouted')
            end as cdc_final_outcome,
            cdc_reason,
            sum(cdc_rows) as cdc_rows,
            sum(cdc_read) as cdc_read,
            sum(cdc_logged) as cdc_logged,
            max(cdc_at_least) as cdc_at_least
        from (select {{ spark_cdc._in_one_task() }}* from entries) as few_entries
        group by cdc_stream, cdc_balance, cdc_outcome, cdc_reason
    )

    select * except (cdc_outcomes)
    from (
        select
            cdc_stream,
            cdc_final_outcome as cdc_outcome,
            cdc_reason,
            if(cdc_final_outcome is null, 0L, sum(cdc_rows)) as cdc_rows,
            {# If landing has no snapshots, rows may land after a batch has counted the rows and before it reads them. #}
            greatest(sum(sum(cdc_read)) {{ of_stream }}, if(max(max(cdc_at_least)) {{ of_stream }}, sum(sum(cdc_logged)) {{ of_stream }}, 0L)) as cdc_landed,
            count(cdc_final_outcome) {{ of_stream }} as cdc_outcomes
        from added
        group by cdc_stream, cdc_final_outcome, cdc_reason
    ) as accounted
    where cdc_outcome is not null or cdc_outcomes = 0
{% endmacro %}
