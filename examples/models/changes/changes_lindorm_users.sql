-- depends_on: {{ ref('lindorm_hbase') }}
{{ spark_cdc.cdc_changes(source('landing', 'lindorm_hbase')) }}
