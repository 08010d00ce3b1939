-- depends_on: {{ ref('canal') }}
{{ spark_cdc.cdc_routed(source('landing', 'canal')) }}
