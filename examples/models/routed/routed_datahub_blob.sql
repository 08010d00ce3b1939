-- depends_on: {{ ref('datahub_blob') }}
{{ spark_cdc.cdc_routed(source('landing', 'datahub_blob')) }}
