{{ spark_cdc.cdc_current(ref('state_dts_visits')) }}
