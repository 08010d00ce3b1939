{#
    Fails with one row per table that has changes which its state has not seen. If something else wrote to the log or the state
    after they were counted, all changes of the table are checked. model: the model of cdc_accounting().
#}
{% test cdc_all_applied(model) %}
    select cdc_log, sum(cdc_unapplied) as cdc_changes
    from {{ spark_cdc._counted_now(model).counts if spark_cdc._tests() else model }}
    group by cdc_log
    having sum(cdc_unapplied) > 0
{% endtest %}
