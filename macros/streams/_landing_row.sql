{# The columns of a landing row, as a list in SQL with the names of _fresh_rows. #}
{% macro _landing_row(stream) -%}
    {% for name, expression in spark_cdc._coordinates(stream).items() %}{{ expression }} as {{ name }}, {% endfor %}
    cast({{ stream.landing.timestamp }} as timestamp) as cdc_landed_at,
    cast({{ stream.landing.key }} as string) as cdc_key,
    cast({{ stream.landing.value }} as string) as cdc_value,
    cast({{ stream.landing.headers }} as string) as cdc_headers
{%- endmacro %}
