{#
    The typed value of a column from its raw reading; NULL when the raw value does not fit. The message's own schema
    (cdc_types) says how it is encoded, then the contract's `type`, then the stream's options.
    Source: FORMATS.md 4.5; Debezium reference, data type mappings.
#}
{% macro debezium__value(stream, column, raw) %}
    {% set type = column.data_type %}
    {% if spark_cdc.debezium__raw_type(stream, column) != "string" %}{{ return(raw) }}{% endif %}
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
    {% set declared = column.type or default %}
    {% if column.type == "org.apache.kafka.connect.data.Decimal" and stream.options.decimal_handling_mode != "precise" %}
        {% set declared = "string" %}
    {% endif %}
    {% set says = "coalesce(cdc_types['" ~ column.source ~ "'].type, '" ~ declared ~ "')" %}
    {% if type == "date" %}
        {{ return("case when " ~ raw ~ " rlike '^-?[0-9]+$' then date_add(date'1970-01-01', try_cast(" ~ raw ~ " as int)) else try_cast(" ~ raw ~ " as date) end") }}
    {% elif type in ["timestamp", "timestamp_ntz"] %}
        {{ return(spark_cdc._debezium_timestamp(raw, says, type)) }}
    {% elif type == "binary" %}
        {{ return(spark_cdc._debezium_binary(stream, raw)) }}
    {% elif type.startswith("decimal") %}
        {{ return(spark_cdc._debezium_decimal(column, raw, says)) }}
    {% elif type == "string" and (column.type or "").endswith("Decimal") and stream.options.decimal_handling_mode == "precise" %}
        {{ return(spark_cdc._debezium_decimal_text(column, raw, says)) }}
    {% elif type == "string" and (column.type or "").endswith("Time") and not (column.type or "").endswith("ZonedTime") %}
        {{ return(spark_cdc._debezium_time_text(raw, says)) }}
    {% endif %}
    {{ return(raw) }}
{% endmacro %}
