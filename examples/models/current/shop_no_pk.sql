{{ spark_cdc.cdc_current(ref('state_shop_no_pk')) }}
