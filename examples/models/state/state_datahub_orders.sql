{{ spark_cdc.cdc_state(ref('changes_datahub_orders')) }}
