{#
    The typed value of a column from its text; NULL if the text does not fit. The encoding comes from the message's own schema
    (cdc_types), then the contract's `type`, then the options: decimal_handling_mode, binary_handling_mode,
    time_precision_mode and nanoseconds, as a Debezium connector has them, int64_wraps (see _connect_decimal_value), zone and
    bounded_years (see _connect_timestamp).
    Source: Debezium reference, data type mappings.
#}
{% macro _connect_value(options, column, raw) %}
    {% set type = column.data_type %}
    {% set named = (column.type or "").split("(")[0] %}
    {% set precise = options.decimal_handling_mode == "precise" %}
    {% set encoding = spark_cdc._connect_encoding(column, "org.apache.kafka.connect.data.Decimal" if type.startswith("decimal") and precise else "") %}
    {% set clock = {"adaptive": "MicroTimestamp", "microseconds": "MicroTimestamp", "connect": "Timestamp",
        "nanoseconds": "NanoTimestamp", "isostring": "IsoTimestamp"}[options.time_precision_mode] %}
    {% set time = "io.debezium.time." ~ ("Date" if type == "date" else clock) %}
    {% set time_encoding = spark_cdc._connect_encoding(column, time, logical=true) %}
    {% if type in ["date", "timestamp", "timestamp_ntz"] %}
        {{ return(spark_cdc._connect_timestamp(options, raw, "cdc_types['" ~ column.source ~ "'].type", named if "." in named else time, type)) }}
    {% elif type == "binary" %}
        {{ return(spark_cdc._connect_binary(options, raw, encoding)) }}
    {% elif type.startswith("decimal") %}
        {{ return(spark_cdc._connect_decimal_value(options, column, raw, encoding)) }}
    {% elif type == "bigint" and named == "io.debezium.time.Interval" %}
        {{ return(spark_cdc._connect_duration(raw)) }}
    {% elif type != "string" %}
        {{ return(spark_cdc._text_value(column, raw)) }}
    {% elif named.endswith("Decimal") %}
        {{ return(spark_cdc._connect_decimal_text(column, raw, encoding)) }}
    {% elif named.endswith("NanoTimestamp") %}
        {{ return(spark_cdc._connect_nano_text(raw, time_encoding)) }}
    {% elif named.endswith("Time") and not named.endswith("ZonedTime") %}
        {{ return(spark_cdc._connect_time_text(raw, time_encoding)) }}
    {% endif %}
    {{ return(raw) }}
{% endmacro %}
