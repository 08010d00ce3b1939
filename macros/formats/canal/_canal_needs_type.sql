{# Whether a column's value is read by the source's own type: texts may be labels (enum, set), bytes a bit or padded. #}
{% macro _canal_needs_type(column) %}
    {{ return(column.data_type == "binary" or column.data_type.startswith("string") or "char" in column.data_type) }}
{% endmacro %}
