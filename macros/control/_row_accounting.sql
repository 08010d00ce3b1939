{#
    Row accounting (cdc_accounting) of logs (dict, _logs_of). counts: relation of cdc_batches. The outcome of a change
    in a routed log comes from the typed log of its table; if there are several, from the first. `unread` are changes that a typed
    log lacks, and landing rows that are older than the allowed lateness; `unrouted`, less than zero, are changes that a typed log
    has and the routed log lacks.
#}
{% macro _row_accounting(logs, counts) %}
    {% set streams, older = {}, [] %}
    {% for log in logs.values() %}
        {% do streams.update({log.stream.name: true}) %}
        {% if log.reads_landing %}
            {% set unread = spark_cdc._unread_known(log.relation) if spark_cdc._runs() or spark_cdc._tests() else none %}
            {% set rows = unread.days.values() | map(attribute=1) | sum if unread else 0 %}
            {% if rows %}{% do older.append("('" ~ log.stream.name ~ "', " ~ rows ~ "L)") %}{% endif %}
        {% endif %}
    {% endfor %}
    with counts as (
        {{ spark_cdc._counts_by_table(logs, counts) }}
    ),

    routed as (
        select cdc_stream, explode(cdc_typed_logs) as cdc_log, cdc_landing_rows from counts where cdc_is_routed
    ),

    missing as (
        select routed.cdc_stream, routed.cdc_rows - coalesce(typed.cdc_rows, 0) as cdc_rows
        from (select cdc_stream, cdc_log, sum(cdc_landing_rows) as cdc_rows from routed group by cdc_stream, cdc_log) as routed
        left join (select cdc_log, sum(cdc_landing_rows) as cdc_rows from counts group by cdc_log) as typed on routed.cdc_log = typed.cdc_log
    ),

    older as (
        {% if older %}
        select * from values {{ older | join(", ") }} as older(cdc_stream, cdc_rows)
        {% else %}
        select '' as cdc_stream, 0L as cdc_rows where false
        {% endif %}
    ),

    classes as (
        select
            cdc_stream,
            if(cdc_is_routed, 'quarantined', cdc_class) as cdc_outcome,
            if(cdc_is_routed, 'missing_table', cdc_reason) as cdc_reason,
            cdc_landing_rows as cdc_rows
        from counts
        where cdc_class <> 'read' and cdc_landing_rows > 0 and if(cdc_is_routed, size(cdc_typed_logs) = 0, coalesce(get(cdc_typed_logs, 0), cdc_log) = cdc_log)
        union all
        select cdc_stream, if(cdc_rows > 0, 'unread', 'unrouted') as cdc_outcome, null as cdc_reason, cdc_rows from missing where cdc_rows <> 0
        union all
        select cdc_stream, 'unread' as cdc_outcome, null as cdc_reason, cdc_rows from older
    ),

    {# If landing has no snapshots, rows may land after a batch has counted the rows and before it reads them. #}
    landed as (
        select
            cdc_stream,
            sum(case when cdc_class = 'read' then cdc_landing_rows end) as cdc_read,
            if(max(cdc_reason = 'at_least'), sum(case when cdc_class <> 'read' and not cdc_is_typed then cdc_landing_rows end), 0) as cdc_logged
        from counts
        group by cdc_stream
    )

    select
        streams.cdc_stream,
        classes.cdc_outcome,
        classes.cdc_reason,
        coalesce(classes.cdc_rows, 0) as cdc_rows,
        coalesce(greatest(landed.cdc_read, landed.cdc_logged), 0) + coalesce(older.cdc_rows, 0) as cdc_landed
    from (select explode(array('{{ streams | join("', '") }}')) as cdc_stream) as streams
    left join (
        select cdc_stream, cdc_outcome, cdc_reason, sum(cdc_rows) as cdc_rows from classes group by cdc_stream, cdc_outcome, cdc_reason
    ) as classes on streams.cdc_stream = classes.cdc_stream
    left join landed on streams.cdc_stream = landed.cdc_stream
    left join (select cdc_stream, sum(cdc_rows) as cdc_rows from older group by cdc_stream) as older on streams.cdc_stream = older.cdc_stream
{% endmacro %}
