{#
    The number with these IEEE 754 bits (big-endian, as hex text), exactly, as a double. type: float
    (8 digits) or double (16). A power of two is exact in a double, and so is its product with a significand.
#}
{% macro _ieee_754(hex, type) -%}
    {%- set exponent_bits, fraction_bits = (11, 52) if type == "double" else (8, 23) -%}
    {%- set most = 2 ** exponent_bits - 1 -%}
    {%- set parts -%}
    named_struct(
        'sign', if({{ hex }} >= '8', -1D, 1D),
        'exponent', cast(shiftright(cast(conv({{ hex }}, 16, -10) as bigint), {{ fraction_bits }}) & {{ most }} as int),
        'fraction', cast(conv({{ hex }}, 16, -10) as bigint) & {{ 2 ** fraction_bits - 1 }}L
    )
    {%- endset -%}
    {%- set number -%}
    case
        when n.exponent = {{ most }} then if(n.fraction = 0, n.sign * double('Infinity'), double('NaN'))
        else n.sign * cast(n.fraction + if(n.exponent = 0, 0L, {{ 2 ** fraction_bits }}L) as double)
            * power(2D, greatest(n.exponent, 1) - {{ 2 ** (exponent_bits - 1) - 1 + fraction_bits }})
    end
    {%- endset -%}
    {{ spark_cdc._let("n", parts, number) }}
{%- endmacro %}
