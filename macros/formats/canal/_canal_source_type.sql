{#
    The source's own type of a column as a SQL expression: the one in the message. Where that has no length and no labels (DTS
    leaves them out), it is the contract's `type`.
#}
{% macro _canal_source_type(column) %}
    {% set in_message = "cdc_types[" ~ spark_cdc._string_literal(column.source) ~ "].type" %}
    {% if not column.type %}{{ return(in_message) }}{% endif %}
    {{ return("if(" ~ in_message ~ " like '%(%', " ~ in_message ~ ", " ~ spark_cdc._string_literal(column.type) ~ ")") }}
{% endmacro %}
