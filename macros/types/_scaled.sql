{#
    unscaled / 10^scale as decimal(p,s) if it fits without rounding, else NULL. unscaled: a decimal(38,0); scale: any
    int, including negative ones; scales beyond those of any database are rejected, as by cdc_connect_decimal(). Both are used
    several times: pass names.
#}
{% macro _scaled(unscaled, scale, type) -%}
    {%- set own = spark_cdc._decimal_scale(type) -%}
    case
        when {{ scale }} not between -16383 and 16383 then null
        when {{ scale }} <= {{ own }} or rtrim('0', right(cast({{ unscaled }} as string), {{ scale }} - {{ own }})) in ('', '-')
            then try_cast(concat(cast({{ unscaled }} as string), 'E', -{{ scale }}) as {{ type }})
    end
{%- endmacro %}
