{{ spark_cdc.cdc_accounting(ref('cdc_events'), ref('cdc_batches')) }}
