{{ spark_cdc.cdc_state(ref('changes_qlik_employees')) }}
