{{ spark_cdc.cdc_current(ref('state_canal_shipments')) }}
