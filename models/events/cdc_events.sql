{{ spark_cdc.cdc_events([
    ref('state_cdl_ct_nokey'),
    ref('state_cdl_ct_pg2hudi'),
    ref('state_datahub_orders'),
    ref('state_datahub_table_nopk'),
    ref('state_datahub_table_pk'),
    ref('state_datahub_types'),
    ref('state_shop_customers'),
    ref('state_shop_no_pk'),
    ref('state_shop_pk_change'),
    ref('state_shop_truncated'),
]) }}
