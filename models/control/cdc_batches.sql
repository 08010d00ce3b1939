{{ spark_cdc.cdc_batches(ref('cdc_events')) }}
