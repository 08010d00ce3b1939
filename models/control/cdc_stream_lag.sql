{{ spark_cdc.cdc_stream_lag(ref('cdc_events'), ref('cdc_batches')) }}
