-- depends_on: {{ ref('qlik_avro') }}
{{ spark_cdc.cdc_routed(source('landing', 'qlik_avro'), metadata=ref('routed_qlik_metadata')) }}
