{{ spark_cdc.cdc_state(ref('changes_lindorm_customers')) }}
