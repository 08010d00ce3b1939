{#
    A decimal text as decimal(p,s) if it fits without rounding, else NULL. type: "decimal(p,s)". A text with an
    exponent must also be the same number with the most decimal places that 38 digits leave, and as a double. An exponent of three
    digits is rejected: no column holds such a number, and one with nine digits would take Java hours to write out. text is used
    several times: pass a short expression, or a name.
#}
{% macro _exact_decimal(text, type) -%}
    {%- set precision = type.strip("decimal()").split(",")[0] | default("10", true) | int -%}
    {%- set scale = spark_cdc._decimal_scale(type) -%}
    case
        when {{ text }} rlike '[eE]' then case
            when {{ text }} rlike '[eE][-+]?[0-9]{3}' then null
            when try_cast({{ text }} as {{ type }}) = try_cast({{ text }} as decimal(38, {{ 38 - precision + scale }}))
                and cast(try_cast({{ text }} as {{ type }}) as double) = try_cast({{ text }} as double)
                then try_cast({{ text }} as {{ type }})
        end
        when length(rtrim('0', split_part({{ text }}, '.', 2))) <= {{ scale }} then try_cast({{ text }} as {{ type }})
    end
{%- endmacro %}
