-- depends_on: {{ ref('shareplex') }}
{{ spark_cdc.cdc_routed(source('landing', 'shareplex')) }}
