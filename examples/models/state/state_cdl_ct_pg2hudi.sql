{{ spark_cdc.cdc_state(ref('changes_cdl_ct_pg2hudi')) }}
