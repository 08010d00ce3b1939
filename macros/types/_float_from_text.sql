{#
    A float or double from its text: a number as JSON or SQL spells it, NaN, or an infinity in words. All else is NULL:
    Java's spellings (1d, 0x1p3), and a number beyond the type's range, which Spark would make infinite.
#}
{% macro _float_from_text(text, type) -%}
    {%- set held -%}
    case
        when t rlike '(?i)^([+-]?inf(inity)?|nan)$' then try_cast(t as {{ type }})
        when t rlike '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?$' and abs(try_cast(t as {{ type }})) < double('Infinity')
            then try_cast(t as {{ type }})
    end
    {%- endset -%}
    {{ spark_cdc._let("t", text, held) }}
{%- endmacro %}
