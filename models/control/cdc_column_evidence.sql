{{ spark_cdc.cdc_column_evidence(ref('cdc_events')) }}
