{{ spark_cdc.cdc_current(ref('state_lindorm_users')) }}
