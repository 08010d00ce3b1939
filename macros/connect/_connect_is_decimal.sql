{# The condition that a Connect schema's name of a type (SQL) is one of a Decimal, so that a text is not its digits. #}
{% macro _connect_is_decimal(encoding) -%}
    {{ encoding }} in ('org.apache.kafka.connect.data.Decimal', 'io.debezium.data.VariableScaleDecimal')
{%- endmacro %}
