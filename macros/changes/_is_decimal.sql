{# Whether a column's values are decimals: by its data type or, as text for those that no Spark decimal holds, its `type`. #}
{% macro _is_decimal(column) %}
    {{ return(column.data_type.startswith("decimal") or column.data_type == "string" and (column.type or "").split("(")[0].endswith("Decimal")) }}
{% endmacro %}
