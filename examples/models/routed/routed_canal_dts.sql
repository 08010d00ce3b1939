-- depends_on: {{ ref('canal_dts') }}
{{ spark_cdc.cdc_routed(source('landing', 'canal_dts')) }}
