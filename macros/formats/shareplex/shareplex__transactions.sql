{#
    The counts of transactions in SharePlex messages: each message has its number and the count, in seq and size or in idx
    (seq/size). Source: DTS, "Data formats of a Kafka cluster", Shareplex JSON.
#}
{% macro shareplex__transactions(stream, rows) %}
    select
        cdc_stream, cdc_batch, cdc_topic, cdc_partition, cdc_offset, cdc_landed_at,
        meta.trans as cdc_transaction,
        cast(null as string) as cdc_source_table,
        try_cast(coalesce({{ spark_cdc._shareplex_count("meta.seq") }}, {{ spark_cdc._shareplex_count("split_part(meta.idx, '/', 1)") }}) as bigint) as cdc_number,
        try_cast(coalesce({{ spark_cdc._shareplex_count("meta.size") }}, {{ spark_cdc._shareplex_count("split_part(meta.idx, '/', 2)") }}) as bigint) as cdc_size
    from (
        select *, from_json(cdc_value, 'meta struct<trans string, seq string, size string, idx string>').meta as meta
        from {{ rows }}
        where cdc_class <> 'tombstone'
    ) as messages
{% endmacro %}
