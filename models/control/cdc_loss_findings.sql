{{ spark_cdc.cdc_loss_findings(ref('cdc_events'), ref('cdc_batches'), ref('cdc_transaction_counts')) }}
