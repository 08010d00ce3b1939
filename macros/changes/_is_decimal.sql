{# Whether a column's values are decimals: by its data type or, for a string column with decimals too long for Spark, by its `type`. #}
{% macro _is_decimal(column) %}
    {{ return(column.data_type.startswith("decimal") or column.data_type == "string" and (column.type or "").split("(")[0].endswith("Decimal")) }}
{% endmacro %}
