{#
    The condition that a mask (see _qlik_mask) of any width has the bit of a column's ordinal.
    See docs/formats/qlik.md.
#}
{% macro _qlik_has_bit(mask, ordinal) -%}
    coalesce(
        {{ ordinal }} between 1 and 4 * length({{ mask }})
        and shiftright(
            instr('0123456789ABCDEF', substring({{ mask }}, length({{ mask }}) - cast(({{ ordinal }} - 1) div 4 as int), 1)) - 1,
            cast(({{ ordinal }} - 1) % 4 as int)
        ) & 1 = 1, false
    )
{%- endmacro %}
