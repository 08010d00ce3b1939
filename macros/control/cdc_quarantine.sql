{#
    Body of a control model: the landing rows in quarantine, with the raw key, value and headers, the reason as a code and as
    a sentence, and the log with the row, which is the argument of cdc_replay.
    events, outcomes: ref(...) of the models of cdc_events() and cdc_landing_outcomes().
#}
{% macro cdc_quarantine(events, outcomes) %}
    {{ config(materialized="cdc_view") }}
    {% set columns = [
        "cdc_stream", "cdc_topic", "cdc_partition", "cdc_offset", "cdc_copy", "cdc_landed_at", "cdc_batch", "cdc_outcome",
        "cdc_reason", "cdc_detail", "cdc_log", "cdc_database", "cdc_schema", "cdc_table", "cdc_position",
    ] %}
    select
        {% for name in columns %}outcomes.{{ name }}, {% endfor %}
        {# A message with several images is several rows of a log, and only quarantined rows keep the raw values. #}
        any_value(read.cdc_key, true) as cdc_key,
        any_value(read.cdc_value, true) as cdc_value,
        any_value(read.cdc_headers, true) as cdc_headers
    from {{ outcomes }} as outcomes
    inner join {{ events }} as read
        on outcomes.cdc_stream = read.cdc_stream and {{ spark_cdc._same_landing_row("outcomes", "read") }}
    where
        outcomes.cdc_outcome = 'quarantined'
        and read.cdc_reads_landing
        and read.cdc_class <> 'replay'
    group by {% for name in columns %}outcomes.{{ name }}{{ ", " if not loop.last }}{% endfor %}
{% endmacro %}
