{#
    A big-endian two's complement number of 1 to 16 bytes, given as hex text, as decimal(38,0); NULL if it needs more
    than 38 digits or is empty. hex: a name, because it is used several times.
#}
{% macro _unscaled(hex) -%}
    {%- set two_64 = "cast('18446744073709551616' as decimal(20, 0))" -%}
    {#- Negative if the first digit has the sign bit. -#}
    {%- set high = "cast(conv(lpad(left(" ~ hex ~ ", length(" ~ hex ~ ") - 16), 16, if(" ~ hex ~ " >= '8', 'F', '0')), 16, -10) as bigint)" -%}
    {#- The nearest multiple of 2^64 towards zero, so that no step exceeds 38 digits if the result fits. -#}
    {%- set wide -%}
    cast(try_add(
        try_multiply(cast({{ high }} as decimal(20, 0)) + if({{ hex }} >= '8', 1, 0), {{ two_64 }}),
        cast(conv(right({{ hex }}, 16), 16, 10) as decimal(20, 0)) - if({{ hex }} >= '8', {{ two_64 }}, 0)
    ) as decimal(38, 0))
    {%- endset -%}
    case
        when length({{ hex }}) between 1 and 16
            then cast(cast(conv(lpad({{ hex }}, 16, if({{ hex }} >= '8', 'F', '0')), 16, -10) as bigint) as decimal(38, 0))
        when length({{ hex }}) between 17 and 32 then {{ wide }}
    end
{%- endmacro %}
