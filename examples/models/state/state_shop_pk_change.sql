{{ spark_cdc.cdc_state(ref('changes_shop_pk_change')) }}
