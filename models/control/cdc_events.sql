{{ spark_cdc.cdc_events([
    ref('state_shop_customers'),
    ref('state_shop_no_pk'),
    ref('state_shop_pk_change'),
    ref('state_shop_truncated'),
]) }}
