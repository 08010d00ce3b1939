{{ spark_cdc.cdc_change_outcomes(ref('cdc_events')) }}
