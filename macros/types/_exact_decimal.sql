{# A decimal text as decimal(p,s) when it fits without rounding, else NULL. type: "decimal(p,s)". #}
{% macro _exact_decimal(text, type) -%}
    {%- set scale = type.replace("decimal(", "").replace(")", "").split(",")[1] | default("0") | trim | int -%}
    case
        when {{ text }} rlike '[eE]' or length(rtrim('0', split_part({{ text }}, '.', 2))) <= {{ scale }}
            then try_cast({{ text }} as {{ type }})
    end
{%- endmacro %}
