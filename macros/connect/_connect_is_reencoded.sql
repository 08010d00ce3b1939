{#
    The condition that an encoded decimal is first converted to digits (_exact_texts), because it is not of the common kind: up to
    8 bytes in the scale of the column. encoding: SQL, the name of the encoding.
#}
{% macro _connect_is_reencoded(column, raw, encoding) -%}
    {%- set scale = spark_cdc._decimal_scale(column.data_type) -%}
    (not contains({{ raw }}, '.') and ({{ encoding }} = 'io.debezium.data.VariableScaleDecimal' or coalesce(cdc_types['{{ column.source }}'].scale, {{ scale }}) <> {{ scale }} or length(rtrim('=', {{ raw }})) > 11))
{%- endmacro %}
