{#
    The typed value of a MongoDB field from its text, already out of its extended-JSON wrapper (see
    _debezium_documents); NULL when it does not fit. A BSON date is milliseconds or an ISO text, in UTC.
    Source: FORMATS.md 4.4; MongoDB Extended JSON (strict, canonical and relaxed).
#}
{% macro _debezium_document_value(column, raw) %}
    {% set type = column.data_type %}
    {% if type in ["tinyint", "smallint", "int", "integer", "bigint"] %}
        {{ return("case when " ~ raw ~ " rlike '^-?[0-9]+([.]0+)?$' then try_cast(split_part(" ~ raw ~ ", '.', 1) as " ~ type ~ ") end") }}
    {% elif type in ["float", "double"] %}
        {{ return("case when " ~ raw ~ " rlike '^(-?[0-9.]+([eE][-+]?[0-9]+)?|NaN|-?Infinity)$' then try_cast(" ~ raw ~ " as " ~ type ~ ") end") }}
    {% elif type == "boolean" %}
        {{ return("case " ~ raw ~ " when 'true' then true when 'false' then false end") }}
    {% elif type.startswith("decimal") %}
        {{ return(spark_cdc._exact_decimal(raw, type)) }}
    {% elif type == "date" %}
        {{ return("case when " ~ raw ~ " rlike '^-?[0-9]+$' then cast(" ~ spark_cdc._timestamp_from_micros("try_multiply(try_cast(" ~ raw ~ " as bigint), 1000)", "timestamp_ntz")
            ~ " as date) else try_cast(" ~ raw ~ " as date) end") }}
    {% elif type in ["timestamp", "timestamp_ntz"] %}
        {{ return("case when " ~ raw ~ " rlike '^-?[0-9]+$' then " ~ spark_cdc._timestamp_from_micros("try_multiply(try_cast(" ~ raw ~ " as bigint), 1000)", type)
            ~ " when " ~ raw ~ " rlike '^[-+]?[0-9]{4,6}-[0-9]' then " ~ ("try_cast(" ~ raw ~ " as timestamp)" if type == "timestamp"
            else "convert_timezone(current_timezone(), 'UTC', cast(try_cast(" ~ raw ~ " as timestamp) as timestamp_ntz))") ~ " end") }}
    {% elif type == "binary" %}
        {{ return("try_to_binary(" ~ raw ~ ", 'base64')") }}
    {% elif type == "string" %}
        {{ return(raw) }}
    {% endif %}
    {{ return("from_json(" ~ raw ~ ", '" ~ type | replace("'", "\\'") ~ "', map('mode', 'PERMISSIVE'))") }}
{% endmacro %}
