{#
    The typed value of a MongoDB field from its text, already out of its extended-JSON wrapper (see
    _debezium_documents); NULL if it does not fit. A BSON date is milliseconds or an ISO text, in UTC.
    Source: MongoDB Extended JSON (strict, canonical and relaxed).
#}
{% macro _debezium_document_value(column, raw) %}
    {% set type = column.data_type %}
    {% if column.key and type == "string" %}{{ return("case when " ~ raw ~ " like '=%' then substring(" ~ raw ~ ", 2) end") }}{% endif %}
    {% if type in ["tinyint", "smallint", "int", "bigint"] %}
        {{ return("case when " ~ raw ~ " rlike '^-?[0-9]+([.]0+)?$' then try_cast(split_part(" ~ raw ~ ", '.', 1) as " ~ type ~ ") end") }}
    {% elif type in ["float", "double"] %}
        {# A number beyond the type's range must not become an infinity. #}
        {% set fitting = "case when " ~ raw ~ " rlike '^(NaN|-?Infinity)$' or (" ~ raw ~ " rlike '^-?[0-9.]+([eE][-+]?[0-9]+)?$' and abs(number) < double('Infinity')) then number end" %}
        {{ return(spark_cdc._let("number", "try_cast(" ~ raw ~ " as " ~ type ~ ")", fitting)) }}
    {% elif type == "boolean" %}
        {{ return(spark_cdc._text_value(column, raw)) }}
    {% elif type.startswith("decimal") %}
        {{ return(spark_cdc._exact_decimal(raw, type)) }}
    {% elif type in ["date", "timestamp", "timestamp_ntz"] %}
        {{ return(spark_cdc._connect_timestamp({}, raw, "cast(null as string)", "io.debezium.time.Timestamp", type)) }}
    {% elif type == "binary" %}
        {{ return("try_to_binary(" ~ raw ~ ", 'base64')") }}
    {% elif type == "string" %}
        {{ return(raw) }}
    {% endif %}
    {{ return("from_json(" ~ raw ~ ", '" ~ type | replace("'", "\\'") ~ "', map('mode', 'PERMISSIVE'))") }}
{% endmacro %}
