{{ spark_cdc.cdc_ddl_ledger(ref('cdc_events')) }}
