{#
    A float or double from its text: a number as JSON or SQL spells it, NaN, or an infinity in words. All else is NULL:
    Java's spellings (1d, 0x1p3), and a number beyond the type's range, which Spark would make infinite. text is used
    several times: a short expression, or a name.
#}
{% macro _float_from_text(text, type) -%}
    case
        when {{ text }} rlike '(?i)^([+-]?inf(inity)?|nan)$' then try_cast({{ text }} as {{ type }})
        when {{ text }} rlike '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$' and abs(try_cast({{ text }} as {{ type }})) < double('Infinity')
            then try_cast({{ text }} as {{ type }})
    end
{%- endmacro %}
