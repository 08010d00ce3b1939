{#
    The value of a column of an SQL table from its text; NULL if it does not fit. encoding: an SQL expression, the Connect
    name or type of the encoding, or NULL. Without a logical name, a number in a timestamp is milliseconds, and in a date days.
    See docs/formats/lindorm.md.
#}
{% macro _lindorm_sql_value(column, raw, encoding) %}
    {% set type = column.data_type %}
    {% if type.startswith("decimal") %}
        {{ return(spark_cdc._connect_decimal_value({"int64_wraps": false}, column, raw, encoding)) }}
    {% elif type == "binary" %}
        {{ return("try_to_binary(" ~ raw ~ ", 'base64')") }}
    {% elif type in ["date", "timestamp", "timestamp_ntz"] %}
        {% set default = "io.debezium.time." ~ ("Date" if type == "date" else "Timestamp") %}
        {{ return(spark_cdc._connect_timestamp({"bounded_years": true}, raw, "nullif(" ~ encoding ~ ", 'string')", default, type)) }}
    {% elif type == "string" and (column.type or "").endswith("Time") %}
        {{ return(spark_cdc._connect_time_text(raw, encoding)) }}
    {% endif %}
    {{ return(spark_cdc._text_value(column, raw)) }}
{% endmacro %}
