{#
    The source's time up to which the state has every change, in microseconds, or none if no change is newer than `after`
    (microseconds): the newest time of a change of any table that the state's run has read. Rows of a snapshot do not count,
    because they may be read before older changes arrive; heartbeats do not, because their time is the connector's.
    log: see _reconcile_log.
#}
{% macro _reconcile_progress(parts, log, after) %}
    {% set whole = log.snapshot and log.batch <= parts.batch %}
    {{ return(spark_cdc._scalar(
        "select unix_micros(max(cdc_event_at)) from " ~ spark_cdc._as_of(log.relation, log.snapshot if whole)
        ~ " where cdc_event_at > timestamp_micros(" ~ after ~ ") and cdc_class in ('change', 'truncate') and not cdc_operation <=> 'read'"
        ~ ("" if whole else " and cdc_batch <= " ~ parts.batch)
    )) }}
{% endmacro %}
