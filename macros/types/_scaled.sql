{# unscaled / 10^scale as decimal(p,s) when it fits without rounding, else NULL. #}
{% macro _scaled(unscaled, scale, type) -%}
    {{ spark_cdc._exact_decimal(spark_cdc._scaled_text(unscaled, scale), type) }}
{%- endmacro %}
