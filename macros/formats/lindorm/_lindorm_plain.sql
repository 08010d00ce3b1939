{#
    The value of a column of an SQL table from its text; NULL when it does not fit. says: an SQL expression, the Connect
    name or type of the encoding, or NULL: a number in a timestamp is milliseconds, in a date days, unless it says otherwise.
    Source: FORMATS.md 4.5 and 8.
#}
{% macro _lindorm_plain(column, raw, says) %}
    {% set type = column.data_type %}
    {% if type in ["tinyint", "smallint", "int", "bigint", "byte", "short", "integer", "long"] %}
        {{ return("case when " ~ raw ~ " rlike '^[+-]?[0-9]+$' then try_cast(" ~ raw ~ " as " ~ type ~ ") end") }}
    {% elif type in ["float", "double", "real"] %}
        {{ return(spark_cdc._float_from_text(raw, type)) }}
    {% elif type.startswith("decimal") %}
        {{ return(spark_cdc._connect_decimal_value({"int64_wraps": false}, column, raw, says)) }}
    {% elif type == "boolean" %}
        {{ return("case lower(" ~ raw ~ ") when 'true' then true when 'false' then false end") }}
    {% elif type == "binary" %}
        {{ return("try_to_binary(" ~ raw ~ ", 'base64')") }}
    {% elif type == "date" %}
        {% set day = "case when " ~ raw ~ " rlike '^-?[0-9]+$' then date_add(date'1970-01-01', try_cast(" ~ raw ~ " as int))"
            ~ " when " ~ raw ~ " rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}Z?$' then try_cast(rtrim('Z', " ~ raw ~ ") as date) end" %}
        {{ return(spark_cdc._let("v", day, "case when v between date'0001-01-01' and date'9999-12-31' then v end")) }}
    {% elif type in ["timestamp", "timestamp_ntz"] %}
        {% set time = spark_cdc._connect_timestamp({}, raw, "if(" ~ says ~ " like '%.time.%' or " ~ says ~ " like '%.data.%', " ~ says ~ ", 'io.debezium.time.Timestamp')", type) %}
        {% set first, last = type ~ "'0001-01-01 00:00:00'", type ~ "'9999-12-31 23:59:59.999999'" %}
        {{ return(spark_cdc._let("v", time, "case when v between " ~ first ~ " and " ~ last ~ " then v end")) }}
    {% elif type == "string" and (column.type or "").endswith("Time") %}
        {{ return(spark_cdc._connect_time_text(raw, says)) }}
    {% endif %}
    {{ return(raw) }}
{% endmacro %}
