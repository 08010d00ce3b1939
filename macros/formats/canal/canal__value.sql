{#
    The typed value of a column from its text; NULL when the text does not fit. The contract says the type; where labels,
    bits and padding are concerned, the source's own type in the message. Unsigned numbers come as they are, and a number
    too big for a float is not made infinite. Source: FORMATS.md 7.1 and 7.3 (d).
#}
{% macro canal__value(stream, column, raw) %}
    {% set type = column.data_type %}
    {% if type in ["tinyint", "smallint", "int", "bigint", "byte", "short", "integer", "long"] %}
        {{ return("case when " ~ raw ~ " rlike '^[+-]?[0-9]+$' then try_cast(" ~ raw ~ " as " ~ type ~ ") end") }}
    {% elif type in ["float", "double", "real"] %}
        {{ return(spark_cdc._float_from_text(raw, type)) }}
    {% elif type.startswith("decimal") %}
        {{ return(spark_cdc._exact_decimal(raw, type)) }}
    {% elif type == "boolean" %}
        {{ return("case when lower(" ~ raw ~ ") in ('true', '1') then true when lower(" ~ raw ~ ") in ('false', '0') then false end") }}
    {% elif type in ["timestamp", "timestamp_ntz", "date"] %}
        {{ return(spark_cdc._time_from_text(raw, type, spark_cdc._time_zone(stream))) }}
    {% elif type == "binary" %}
        {{ return(spark_cdc._canal_bytes(raw, spark_cdc._canal_says(column))) }}
    {% elif spark_cdc._canal_needs_type(column) %}
        {{ return(spark_cdc._canal_label_value(raw, spark_cdc._canal_says(column))) }}
    {% endif %}
    {{ return(raw) }}
{% endmacro %}
