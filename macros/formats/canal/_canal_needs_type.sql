{# Whether decoding a column needs the source's own type: a text may be a label (enum, set), bytes may be bits or padded. #}
{% macro _canal_needs_type(column) %}
    {{ return(column.data_type in ["binary", "string"]) }}
{% endmacro %}
