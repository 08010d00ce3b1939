{{ spark_cdc.cdc_state(ref('changes_canal_kinds')) }}
