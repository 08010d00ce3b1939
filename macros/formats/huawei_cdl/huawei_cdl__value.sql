{#
    The typed value of a column from its raw value; NULL if the raw value does not fit. The types are Connect's, by
    each message's own schema, and two of CDL's own whose prefix varies: cdc.data.Decimal is the number as text,
    cdc.data.timestamp a time as text. Without a schema and a `type` in the contract, times are Connect's milliseconds and
    decimals are texts. Source: Huawei MRS, "CDL JSON and open-source Debezium JSON", samples.
#}
{% macro huawei_cdl__value(stream, column, raw) %}
    {{ return(spark_cdc._connect_value({
        "decimal_handling_mode": "string", "int64_wraps": false, "binary_handling_mode": "bytes",
        "time_precision_mode": "connect", "nanoseconds": "quarantine",
        "zone": stream.options.date_time_zone, "bounded_years": true,
    }, column, raw)) }}
{% endmacro %}
