-- depends_on: {{ ref('dts_avro') }}
{{ spark_cdc.cdc_routed(source('landing', 'dts_avro')) }}
