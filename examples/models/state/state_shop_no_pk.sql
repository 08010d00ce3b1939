{{ spark_cdc.cdc_state(ref('changes_shop_no_pk')) }}
