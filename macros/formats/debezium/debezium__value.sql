{#
    The typed value of a column from its raw reading; NULL when the raw value does not fit. The message's own schema
    (cdc_types) says how it is encoded, then the contract's `type`, then the stream's options.
    Source: FORMATS.md 4.5; Debezium reference, data type mappings.
#}
{% macro debezium__value(stream, column, raw) %}
    {% set type = column.data_type %}
    {% set named = (column.type or "").split("(")[0] %}
    {% if stream.options.envelope == "mongodb" %}{{ return(spark_cdc._debezium_document_value(column, raw)) }}{% endif %}
    {% if spark_cdc.debezium__raw_type(stream, column) not in ["string", "variant"] %}{{ return(raw) }}{% endif %}
    {% set adaptive = {"adaptive": "MicroTimestamp", "microseconds": "MicroTimestamp", "connect": "Timestamp",
        "nanoseconds": "NanoTimestamp", "isostring": "IsoTimestamp"}[stream.options.time_precision_mode] %}
    {% set default = {
        "timestamp_ntz": "io.debezium.time." ~ adaptive,
        "timestamp": "io.debezium.time.ZonedTimestamp",
        "date": "io.debezium.time.Date",
    }.get(type, "") %}
    {% if type.startswith("decimal") %}
        {% set default = "org.apache.kafka.connect.data.Decimal" if stream.options.decimal_handling_mode == "precise" else "string" %}
    {% endif %}
    {% set says = "coalesce(cdc_types['" ~ column.source | replace("'", "\\'") ~ "'].type, '" ~ (named or default) ~ "')" %}
    {% if type == "date" %}
        {{ return("case when " ~ raw ~ " rlike '^-?[0-9]+$' then date_add(date'1970-01-01', try_cast(" ~ raw ~ " as int)) else try_cast(rtrim('Z', " ~ raw ~ ") as date) end") }}
    {% elif type in ["timestamp", "timestamp_ntz"] %}
        {{ return(spark_cdc._debezium_timestamp(stream, raw, says, type)) }}
    {% elif type == "binary" %}
        {{ return(spark_cdc._debezium_binary(stream, raw, says)) }}
    {% elif type.startswith("decimal") %}
        {{ return(spark_cdc._debezium_decimal(column, raw, says)) }}
    {% elif type == "bigint" %}
        {{ return(spark_cdc._debezium_duration(raw)) }}
    {% elif named.endswith("Decimal") %}
        {{ return(spark_cdc._debezium_decimal_text(column, raw, says)) }}
    {% elif named.endswith("NanoTimestamp") %}
        {{ return(spark_cdc._debezium_nano_text(raw)) }}
    {% elif named.endswith("Time") and not named.endswith("ZonedTime") %}
        {{ return(spark_cdc._debezium_time_text(raw, says)) }}
    {% endif %}
    {{ return(raw) }}
{% endmacro %}
