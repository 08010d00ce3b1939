-- depends_on: {{ ref('debezium') }}
{{ spark_cdc.cdc_routed(source('landing', 'debezium')) }}
