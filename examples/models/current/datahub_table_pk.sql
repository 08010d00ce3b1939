{{ spark_cdc.cdc_current(ref('state_datahub_table_pk')) }}
