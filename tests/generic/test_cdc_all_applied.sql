{# Fails with one row per table that has changes which its state has not seen. model: the model of cdc_change_outcomes(). #}
{% test cdc_all_applied(model) %}
    select cdc_table_model, cdc_changes
    from {{ model }}
    where cdc_outcome = 'unapplied'
{% endtest %}
