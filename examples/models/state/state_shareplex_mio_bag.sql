{{ spark_cdc.cdc_state(ref('changes_shareplex_mio_bag')) }}
