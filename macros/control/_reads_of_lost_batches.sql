{# The reads, with offsets, of batches that are no longer in a log: their rows were read all the same. counts: relation of cdc_batches. #}
{% macro _reads_of_lost_batches(log, counts) %}
    select * from {{ counts }}
    where cdc_log = '{{ log.name }}' and cdc_class in ('read', 'offsets') and cdc_batch not in (select cdc_batch from {{ log.relation }})
{% endmacro %}
