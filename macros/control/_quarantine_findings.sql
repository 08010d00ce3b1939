{#
    The present quarantine, as SQL: one row per log, source table and reason with the number of landing rows (cdc_rows) and, where
    the stream or the table sets one, the limit (cdc_limit) and how many rows count towards it (cdc_limited_rows); then one
    row of reason `stale` per table with stale keys. Rows of a table with a limit of its own do not count for its stream's limit.
    counted: the input of row accounting (_counted_now); limits: those of its logs (_quarantine_limits).
#}
{% macro _quarantine_findings(counted, limits) %}
    {% set stale = [] %}
    {% for log in counted.logs.values() %}
        {% if log.table and log.table.contract.key and log.state["cdc.marked"] == "true" %}{% do stale.append(log) %}{% endif %}
    {% endfor %}
    select *, sum(cdc_rows) over (partition by cdc_limited) as cdc_limited_rows
    from (
        select
            cdc_stream,
            cdc_log,
            concat_ws('.', cdc_schema, cdc_table) as cdc_source_table,
            if(cdc_is_routed, 'missing_table', cdc_reason) as cdc_reason,
            sum(cdc_landing_rows) as cdc_rows,
            {% for column, place in [["cdc_limited", 0], ["cdc_limit", 1]] %}
            {% if limits %}
            case cdc_log {% for log, limit in limits.items() %}when '{{ log }}' then {{ "'" ~ limit[0] ~ "'" if place == 0 else limit[1] }} {% endfor %}end as {{ column }}{{ "," if loop.first }}
            {% else %}
            cast(null as {{ "string" if place == 0 else "int" }}) as {{ column }}{{ "," if loop.first }}
            {% endif %}
            {% endfor %}
        from ({{ spark_cdc._counts_by_table(counted.logs, counted.counts) }}) as counts
        where cdc_landing_rows > 0 and (cdc_class = 'quarantined' or cdc_is_routed and size(cdc_typed_logs) = 0)
        group by all
    ) as counted
    {% for log in stale %}
    union all
    select '{{ log.stream.name }}', '{{ log.name }}', null, 'stale', count(*), null, null, null
    from {{ log.table.state.relation_name }}
    where cdc_stale is not null
    having count(*) > 0
    {% endfor %}
{% endmacro %}
