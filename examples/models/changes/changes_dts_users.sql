{{ spark_cdc.cdc_changes(ref('routed_dts_avro')) }}
