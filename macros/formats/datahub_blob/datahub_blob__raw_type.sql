{# The Spark type in which a column's JSON value is read before it is decoded; text keeps more than one spelling exact. #}
{% macro _datahub_raw_type(column) %}
    {{ return(column.data_type if column.data_type in ["tinyint", "smallint", "int", "bigint", "boolean"] else "string") }}
{% endmacro %}
