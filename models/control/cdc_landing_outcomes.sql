{{ spark_cdc.cdc_landing_outcomes(ref('cdc_events')) }}
