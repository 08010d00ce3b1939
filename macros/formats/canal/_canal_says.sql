{#
    The source's own type of a column as a SQL expression: what the message says, or where that has no length and no
    labels (DTS leaves them out) the contract's `type`.
#}
{% macro _canal_says(column) %}
    {% set told = "cdc_types[" ~ spark_cdc._string_literal(column.source) ~ "].type" %}
    {% if not column.type %}{{ return(told) }}{% endif %}
    {{ return("if(" ~ told ~ " like '%(%', " ~ told ~ ", " ~ spark_cdc._string_literal(column.type) ~ ")") }}
{% endmacro %}
