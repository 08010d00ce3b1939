-- depends_on: {{ ref('lindorm') }}
{{ spark_cdc.cdc_routed(source('landing', 'lindorm')) }}
