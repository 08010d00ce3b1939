{#
    The counts of transactions in Debezium messages. A row message has its number among those of its table, and the END message has
    the count of each table. PostgreSQL's transaction ids end with the LSN of the message, which is cut off. END names a table with
    its database if the connector has both, and a logical message by the name of a Java object, which is no table of the stream.
    A flattened message has no number. Source: Debezium, Transaction metadata (of each connector); TransactionMonitor.java.
#}
{% macro debezium__transactions(stream, rows) %}
    {% if not stream.boundaries or stream.options.envelope == "flattened" %}{{ return(none) }}{% endif %}
    {% set fields = {
        "id": "string", "data_collections": "array<struct<data_collection string, event_count bigint>>",
        "transaction": "struct<id string, data_collection_order bigint>",
    } %}
    {% set types = [] %}
    {% for name, type in fields.items() %}{% do types.append(name ~ " " ~ type) %}{% endfor %}
    with parsed as (
        select
            *,
            from_json(cdc_value, 'payload struct<{{ types | join(", ") }}>, {{ types | join(", ") }}') as cdc_message
        from {{ rows }}
        where cdc_class = 'transaction' or cdc_class in ('change', 'truncate', 'quarantined') and contains(cdc_value, '"data_collection_order"')
    ),

    messages as (
        select
            *,
            {% for name in fields %}
            coalesce(cdc_message.payload.{{ name }}, cdc_message.{{ name }}) as cdc_{{ name }}_given{{ "," if not loop.last }}
            {% endfor %}
        from parsed
    ),

    counts as (
        select
            *,
            if(
                cdc_class = 'transaction',
                transform(cdc_data_collections_given, c -> struct(
                    substring_index(c.data_collection, '.', -2) as source_table, cast(null as bigint) as number, c.event_count as size
                )),
                array(struct(concat_ws('.', cdc_schema, cdc_table) as source_table, cdc_transaction_given.data_collection_order as number, cast(null as bigint) as size))
            ) as cdc_counts
        from messages
    )

    select
        cdc_stream, cdc_batch, cdc_topic, cdc_partition, cdc_offset, cdc_landed_at,
        regexp_replace(if(cdc_class = 'transaction', cdc_id_given, cdc_transaction_given.id), '^([0-9]+):[0-9]+$', '$1') as cdc_transaction,
        cdc_count.source_table as cdc_source_table,
        cdc_count.number as cdc_number,
        cdc_count.size as cdc_size
    from (select *, explode(cdc_counts) as cdc_count from counts) as counted
{% endmacro %}
