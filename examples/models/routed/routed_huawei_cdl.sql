-- depends_on: {{ ref('huawei_cdl') }}
{{ spark_cdc.cdc_routed(source('landing', 'huawei_cdl')) }}
