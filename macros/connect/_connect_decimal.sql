{# A Connect Decimal (base64 of the big-endian unscaled number, and a scale) as decimal(p,s); NULL when it does not fit. #}
{% macro _connect_decimal(base64, scale, type) -%}
    {%- set parts = "named_struct('hex', hex(try_to_binary(" ~ base64 ~ ", 'base64')), 'scale', " ~ scale ~ ")" -%}
    {{ spark_cdc._let("c", parts, spark_cdc._let("u", spark_cdc._unscaled("c.hex"), spark_cdc._scaled("u", "c.scale", type))) }}
{%- endmacro %}
