{#
    The rows of one log as _log_counts counts them, with whether the state lacks them. log: see _logs_of; dimensions: columns that the
    counts are grouped by; after, newest: the batch after which rows are counted and the last position up to it, or none.
    log.state: the properties of its state, where they are known: what the state's runs have not met, no truncate or no late change,
    is not looked for. If they missed one, the change counts as unapplied, and the log is counted from its first row.
#}
{% macro _rows_to_count(log, dimensions, after, newest) %}
    {% set state = log.table.state if log.table else none %}
    {% set noted = log.state if log.state and after is not none else {} %}
    {% set truncates = noted["cdc.truncates"] != "false" %}
    {% set late = not noted["cdc.late_batch"] or noted["cdc.late_batch"] | int > after | int %}
    select
        '{{ log.name }}' as cdc_log,
        {% for name in dimensions + ["cdc_offset", "cdc_copy", "cdc_position", "cdc_landed_at", "cdc_event_at"] %}
        log.{{ name }},
        {% endfor %}
        {% if state %}
        log.cdc_class = 'change' and {{ "coalesce(truncates.cdc_position <= log.cdc_position, true) and" if truncates }}
        {{ spark_cdc._is_unapplied(log.table.contract.key) }} as cdc_is_unapplied
        {% else %}
        false as cdc_is_unapplied
        {% endif %}
    from (select * from {{ log.relation }} where cdc_class <> 'trimmed' and {{ spark_cdc._in_batches(after) }}) as log
    {% if state %}{{ spark_cdc._with_state(log.table, after, newest, truncates, late) }}{% endif %}
{% endmacro %}
