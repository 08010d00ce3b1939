{#
    The typed value of a column from its raw value; NULL if the raw value does not fit. The encoding is the contract's `type`.
    Without one, it is the message's: base64 of bytes in an HBase table, and in an SQL table
    the type in the schema. A `type` that does not go with the column's data type is a compile error.
    Source: Lindorm, "Data format", Note on HBase tables.
#}
{% macro lindorm__value(stream, column, raw) %}
    {% set types = spark_cdc._lindorm_types(column.data_type) %}
    {% set allowed = types.bytes + ["json"] + types.connect %}
    {% if column.type and column.type not in allowed %}
        {{ spark_cdc._error("lindorm_type", source=stream.name, column=column.name, data_type=column.data_type, given=column.type, allowed=allowed) }}
    {% endif %}
    {% set encoding = "cdc_types['" ~ column.source ~ "'].type" %}
    {% if column.type in types.bytes %}
        {{ return(spark_cdc._lindorm_bytes(column, raw, column.type)) }}
    {% elif column.type in types.connect %}
        {{ return(spark_cdc._lindorm_sql_value(column, raw, "'" ~ column.type ~ "'")) }}
    {% elif column.type == "json" or stream.options.tables == "sql" or not types.bytes %}
        {{ return(spark_cdc._lindorm_sql_value(column, raw, encoding)) }}
    {% elif stream.options.tables == "hbase" %}
        {{ return(spark_cdc._lindorm_bytes(column, raw, types.bytes[0])) }}
    {% endif %}
    {{ return(
        "if(coalesce(" ~ encoding ~ ", '') = 'hbase', " ~ spark_cdc._lindorm_bytes(column, raw, types.bytes[0]) ~ ", "
        ~ spark_cdc._lindorm_sql_value(column, raw, encoding) ~ ")"
    ) }}
{% endmacro %}
