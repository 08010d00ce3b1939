{{ spark_cdc.cdc_transaction_counts(ref('cdc_events'), ref('cdc_batches')) }}
