{#
    The rows of cdc_batches with cdc_is_typed (of a typed log over a routed one), cdc_is_routed (a change or truncate in a routed
    log, whose outcome is in a typed log) and cdc_typed_logs, the typed logs of the source table.
    logs: see _logs_of; counts: relation of cdc_batches.
#}
{% macro _counts_by_table(logs, counts) %}
    {% set routed, typed, tables = [], [], [] %}
    {% for log in logs.values() %}
        {% if log.layer == "routed" %}{% do routed.append("'" ~ log.name ~ "'") %}{% endif %}
        {% if not log.reads_landing %}
            {% do typed.append("'" ~ log.name ~ "'") %}
            {% do tables.append("case when cdc_stream = '" ~ log.stream.name ~ "' and " ~ spark_cdc._is_table_of(log.table.contract) ~ " then '" ~ log.name ~ "' end") %}
        {% endif %}
    {% endfor %}
    {# A name that no project has, because the list may be empty. #}
    {% set routed, typed = routed or ["''"], typed or ["''"] %}
    select
        *,
        cdc_log in ({{ typed | join(", ") }}) as cdc_is_typed,
        cdc_log in ({{ routed | join(", ") }}) and cdc_class in ('change', 'truncate') as cdc_is_routed,
        if(cdc_is_typed or cdc_is_routed, array_compact(array({{ tables | join(", ") or "cast(null as string)" }})), cast(array() as array<string>)) as cdc_typed_logs
    from {{ counts }}
{% endmacro %}
