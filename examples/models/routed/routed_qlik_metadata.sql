-- depends_on: {{ ref('qlik_metadata') }}
{{ spark_cdc.cdc_routed(source('landing', 'qlik_metadata')) }}
