-- depends_on: {{ ref('qlik') }}
{{ spark_cdc.cdc_routed(source('landing', 'qlik')) }}
