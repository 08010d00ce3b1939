{{ spark_cdc.cdc_state(ref('changes_dts_users')) }}
