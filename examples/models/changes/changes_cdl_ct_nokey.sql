{{ spark_cdc.cdc_changes(ref('routed_huawei_cdl')) }}
