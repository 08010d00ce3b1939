{#
    The text of unscaled / 10^scale, exactly, for a decimal(38,0) and any int scale, negative ones too. The digits are
    taken from the text: Spark's abs() rounds a decimal to 34 digits.
#}
{% macro _scaled_text(unscaled, scale) -%}
    {%- set pointed -%}
    case
        when n.scale <= 0 then concat(n.whole, if(n.whole = '0', '', repeat('0', -n.scale)))
        else {{ spark_cdc._let("digits", "lpad(replace(n.whole, '-', ''), greatest(length(replace(n.whole, '-', '')), n.scale + 1), '0')", "concat("
            ~ "if(n.whole like '-%', '-', ''), left(digits, length(digits) - n.scale), '.', right(digits, n.scale))") }}
    end
    {%- endset -%}
    {{ spark_cdc._let("n", "named_struct('whole', cast(" ~ unscaled ~ " as string), 'scale', " ~ scale ~ ")", pointed) }}
{%- endmacro %}
