{# What batches that are gone from a log had read, which was read all the same, with its offsets. counts: relation of cdc_batches. #}
{% macro _reads_of_lost_batches(log, counts) %}
    select * from {{ counts }}
    where cdc_log = '{{ log.name }}' and cdc_class in ('read', 'offsets') and cdc_batch not in (select cdc_batch from {{ log.relation }})
{% endmacro %}
