{{ spark_cdc.cdc_observed_columns(ref('cdc_column_evidence')) }}
