{#
    Body of a control model: the landing rows in quarantine, with the raw key, value and headers, the reason as a code,
    a sentence, and the log that holds the row (which is what cdc_replay wants to know).
    events, outcomes: ref(...) of the models of cdc_events() and cdc_landing_outcomes().
#}
{% macro cdc_quarantine(events, outcomes) %}
    {{ config(materialized="view") }}
    select
        outcomes.*,
        read.cdc_key,
        read.cdc_value,
        read.cdc_headers
    from {{ outcomes }} as outcomes
    inner join {{ events }} as read
        on outcomes.cdc_stream = read.cdc_stream and {{ spark_cdc._same_landing_row("outcomes", "read") }}
    where
        outcomes.cdc_outcome = 'quarantined'
        and read.cdc_reads_landing
        and read.cdc_class <> 'replay'
{% endmacro %}
