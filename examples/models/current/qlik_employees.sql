{{ spark_cdc.cdc_current(ref('state_qlik_employees')) }}
