{# Fails with one row per stream whose landing rows are not all accounted for. model: the model of cdc_accounting(). #}
{% test cdc_conservation(model) %}
    select
        cdc_stream,
        max(cdc_landed) as cdc_landed,
        sum(cdc_rows) as cdc_accounted,
        sum(case when cdc_outcome = 'unread' then cdc_rows else 0 end) as cdc_unread
    from {{ model }}
    group by cdc_stream
    having cdc_landed <> cdc_accounted or cdc_unread > 0
{% endtest %}
