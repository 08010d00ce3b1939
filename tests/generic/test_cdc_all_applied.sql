{#
    Fails with one row per table that has changes which its state has not seen. Where somebody wrote to log or state since
    they were counted, all of its changes are looked at. model: the model of cdc_accounting().
#}
{% test cdc_all_applied(model) %}
    select cdc_log, sum(cdc_unapplied) as cdc_changes
    from {{ spark_cdc._counted_now(model).counts if spark_cdc._tests() else model }}
    group by cdc_log
    having sum(cdc_unapplied) > 0
{% endtest %}
