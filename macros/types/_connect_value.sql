{#
    The typed value of a column from its raw reading (_connect_raw_type); NULL when the raw value does not fit. The
    message's own schema (cdc_types) says how it is encoded, then the contract's `type`, then the options:
    decimal_handling_mode, binary_handling_mode, time_precision_mode and nanoseconds, as debezium__options() has them, and
    int64_wraps (see _connect_decimal_value).
    Source: FORMATS.md 4.5; Debezium reference, data type mappings.
#}
{% macro _connect_value(options, column, raw) %}
    {% set type = column.data_type %}
    {% set named = (column.type or "").split("(")[0] %}
    {% if type == "tinyint" %}{{ return("try_cast(" ~ raw ~ " as tinyint)") }}{% endif %}
    {% if spark_cdc._connect_raw_type(column) not in ["string", "variant"] %}{{ return(raw) }}{% endif %}
    {% set adaptive = {"adaptive": "MicroTimestamp", "microseconds": "MicroTimestamp", "connect": "Timestamp",
        "nanoseconds": "NanoTimestamp", "isostring": "IsoTimestamp"}[options.time_precision_mode] %}
    {% set default = {
        "timestamp_ntz": "io.debezium.time." ~ adaptive,
        "timestamp": "io.debezium.time.ZonedTimestamp",
        "date": "io.debezium.time.Date",
    }.get(type, "") %}
    {% if type.startswith("decimal") %}
        {% set default = "org.apache.kafka.connect.data.Decimal" if options.decimal_handling_mode == "precise" else "string" %}
    {% endif %}
    {% set says = spark_cdc._connect_says(column, default) %}
    {% if type == "date" %}
        {{ return("case when " ~ raw ~ " rlike '^-?[0-9]+$' then date_add(date'1970-01-01', try_cast(" ~ raw ~ " as int)) else try_cast(rtrim('Z', " ~ raw ~ ") as date) end") }}
    {% elif type in ["timestamp", "timestamp_ntz"] %}
        {{ return(spark_cdc._connect_timestamp(options, raw, says, type)) }}
    {% elif type == "binary" %}
        {{ return(spark_cdc._connect_binary(options, raw, says)) }}
    {% elif type.startswith("decimal") %}
        {{ return(spark_cdc._connect_decimal_value(options, column, raw, says)) }}
    {% elif type == "bigint" %}
        {{ return(spark_cdc._connect_duration(raw)) }}
    {% elif named.endswith("Decimal") %}
        {{ return(spark_cdc._connect_decimal_text(column, raw, says)) }}
    {% elif named.endswith("NanoTimestamp") %}
        {{ return(spark_cdc._connect_nano_text(raw)) }}
    {% elif named.endswith("Time") and not named.endswith("ZonedTime") %}
        {{ return(spark_cdc._connect_time_text(raw, says)) }}
    {% endif %}
    {{ return(raw) }}
{% endmacro %}
