{# The condition that a type name of a Connect schema (SQL) is a Decimal, so that a text is not its digits. #}
{% macro _connect_is_decimal(encoding) -%}
    {{ encoding }} in ('org.apache.kafka.connect.data.Decimal', 'io.debezium.data.VariableScaleDecimal')
{%- endmacro %}
