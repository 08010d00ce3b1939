{#
    Fails with one row per stream whose landing rows are not all accounted for. A log that something else wrote to after it was
    counted is counted again. model: the model of cdc_accounting().
#}
{% test cdc_conservation(model) %}
    {% set counted = spark_cdc._counted_now(model) if spark_cdc._tests() else none %}
    select
        cdc_stream,
        max(cdc_landed) as cdc_landed,
        sum(cdc_rows) as cdc_accounted,
        sum(case when cdc_outcome in ('unread', 'unrouted') then abs(cdc_rows) else 0 end) as cdc_unread
    from ({{ spark_cdc._row_accounting(counted.logs, counted.counts) if counted else "select * from " ~ model }}) as accounting
    group by cdc_stream
    having cdc_landed <> cdc_accounted or cdc_unread > 0
{% endtest %}
