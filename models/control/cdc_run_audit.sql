{{ spark_cdc.cdc_run_audit(ref('cdc_events'), ref('cdc_batches')) }}
