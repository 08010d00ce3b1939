-- depends_on: {{ ref('datahub_tuple') }}
{{ spark_cdc.cdc_changes(source('landing', 'datahub_tuple')) }}
