{#
    The counts of transactions in Qlik Replicate messages: transactionEventCounter is a message's number, from 1, and the number of
    the message with transactionLastEvent is the count. A REFRESH belongs to no transaction.
    Source: Qlik Replicate, "Metadata and data messages".
#}
{% macro qlik__transactions(stream, rows) %}
    {% set headers = "headers struct<transactionId string, transactionEventCounter string, transactionLastEvent string>" %}
    select
        cdc_stream, cdc_batch, cdc_topic, cdc_partition, cdc_offset, cdc_landed_at,
        nullif(headers.transactionId, '') as cdc_transaction,
        cast(null as string) as cdc_source_table,
        try_cast(headers.transactionEventCounter as bigint) as cdc_number,
        if(lower(headers.transactionLastEvent) = 'true', try_cast(headers.transactionEventCounter as bigint), null) as cdc_size
    from (
        select *, coalesce(cdc_message.message.headers, cdc_message.headers) as headers
        from (
            select *, from_json(cdc_value, 'message struct<{{ headers }}>, {{ headers }}') as cdc_message
            from {{ rows }}
            where contains(cdc_value, '"transactionEventCounter"')
        ) as parsed
    ) as messages
{% endmacro %}
