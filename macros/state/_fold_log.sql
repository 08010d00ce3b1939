{# The changes of a log up to the range's end, as the fold reads them. #}
{% macro _fold_log(contract, changes, range) %}
    select
        {% for column in contract.columns %}`{{ column.name }}`, {% endfor %}
        cdc_position, cdc_operation, cdc_key_change, cdc_absent, cdc_transaction, cdc_event_at, cdc_batch,
        {% if range.carries %}cdc_carries, cdc_old_key,{% endif %}
        concat_ws('.', cdc_database, cdc_schema, cdc_table) as cdc_source_table
    from {{ changes }}
    where cdc_class = 'change'
    {{ "and " ~ spark_cdc._in_batches(upto=range.upto) if range.merge }}
{% endmacro %}
