{{ spark_cdc.cdc_quarantine(ref('cdc_events'), ref('cdc_landing_outcomes')) }}
