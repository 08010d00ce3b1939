{{ spark_cdc.cdc_current(ref('state_shareplex_mio_bag')) }}
