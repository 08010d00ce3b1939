{# Whether a column's value is read by the source's own type: texts may be labels (enum, set), bytes a bit or padded. #}
{% macro _canal_needs_type(column) %}
    {{ return(column.data_type in ["binary", "string"]) }}
{% endmacro %}
