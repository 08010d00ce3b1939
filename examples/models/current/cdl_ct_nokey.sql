{{ spark_cdc.cdc_current(ref('state_cdl_ct_nokey')) }}
