{#
    A float or double from its text: a number in the syntax of JSON or SQL, NaN, or an infinity in words. Anything else is NULL:
    Java's notations (1d, 0x1p3), and a number beyond the type's range, which Spark would turn into an infinity. text is used
    several times: pass a short expression, or a name.
#}
{% macro _float_from_text(text, type) -%}
    case
        when {{ text }} rlike '(?i)^([+-]?inf(inity)?|nan)$' then try_cast({{ text }} as {{ type }})
        when {{ text }} rlike '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$' and abs(try_cast({{ text }} as {{ type }})) < double('Infinity')
            then try_cast({{ text }} as {{ type }})
    end
{%- endmacro %}
